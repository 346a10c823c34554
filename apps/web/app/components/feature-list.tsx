import type { Feature } from '@paidup/billing'
import { Check } from 'lucide-react'
import { FEATURE_WORDS } from '../plan-words.ts'

/** What a plan has, beginning with what every plan has. `className` lays the items out. */
export function FeatureList({ features, className }: { features: readonly Feature[]; className: string }) {
  const words = features.map((feature) => FEATURE_WORDS[feature])
  return (
    <ul className={`text-sm ${className}`}>
      {['The core product', ...words].map((word) => (
        <li key={word} className="flex items-center gap-2.5">
          <Check aria-hidden size={16} strokeWidth={2.6} className="shrink-0 text-paid" />
          {word}
        </li>
      ))}
    </ul>
  )
}
