import { Check } from 'lucide-react'

/** What one gets, item by item. `className` lays the items out. */
export function CheckList({ items, className }: { items: readonly string[]; className: string }) {
  return (
    <ul className={`text-sm ${className}`}>
      {items.map((item) => (
        <li key={item} className="flex items-center gap-2.5">
          <Check aria-hidden size={16} strokeWidth={2.6} className="shrink-0 text-paid" />
          {item}
        </li>
      ))}
    </ul>
  )
}
