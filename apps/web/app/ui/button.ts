type Tone = 'primary' | 'quiet'
type Size = 'normal' | 'small'

const TONES: Record<Tone, string> = {
  primary: 'bg-paid text-white hover:bg-paid-deep disabled:bg-paid/60',
  quiet: 'border border-line bg-white text-ink hover:border-ink-soft disabled:text-ink-soft',
}

const SIZES: Record<Size, string> = {
  normal: 'px-5 py-3 text-base',
  small: 'px-3.5 py-2 text-sm',
}

/** The look of a button, for buttons and for links that act as one. */
export function button(tone: Tone = 'primary', size: Size = 'normal'): string {
  return `inline-flex items-center justify-center gap-2 rounded-lg font-semibold whitespace-nowrap transition-colors ${TONES[tone]} ${SIZES[size]}`
}
