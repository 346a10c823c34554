import type { Feature } from '@paidup/billing/catalog'
import { FEATURE_WORDS } from './plan-words.ts'
import { CheckList } from '../ui/check-list.tsx'

type FeatureListProps = {
  features: readonly Feature[]
  /** What it brings in credits, in words; null for none. */
  credits: string | null
  /** Lays the items out. */
  className: string
}

/** What a plan has, beginning with what every plan has. */
export function FeatureList({ features, credits, className }: FeatureListProps) {
  const words = features.map((feature) => FEATURE_WORDS[feature])
  return (
    <CheckList items={['The core product', ...words, ...(credits ? [credits] : [])]} className={className} />
  )
}
