/** An amount of minor units as Stripe's messages show it: `$4.00`, `¥400`. */
export function moneyText(amount: number, currency: string): string {
  const shape = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return shape.format(amount / 10 ** (shape.resolvedOptions().maximumFractionDigits ?? 2))
}
