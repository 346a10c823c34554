/** Stripe's own lists, which differ from ISO 4217 and from Intl: https://docs.stripe.com/currencies#special-cases */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const THREE_DECIMAL = new Set('bhd jod kwd omr tnd'.split(' '))

/**
 * @param amount integer minor units as Stripe counts them: 1900 usd is $19, 1900 jpy is ¥1,900
 * @returns the amount in words of the reader, without decimals when there are only zeros
 */
export function formatMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency.toLowerCase())
  const shown = amount % 10 ** digits === 0 ? 0 : digits
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(amount / 10 ** digits)
}

function minorDigits(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0
  return THREE_DECIMAL.has(currency) ? 3 : 2
}
