import type { InputHTMLAttributes } from 'react'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  hint?: string
  fault?: string
}

/** A labelled input. A fault is tied to it for screen readers and shown beneath. */
export function Field({ name, label, hint, fault, ...input }: FieldProps) {
  const noteId = `${name}-note`
  const note = fault ?? hint
  return (
    <div>
      <label htmlFor={name} className="block text-sm font-medium">
        {label}
      </label>
      <input
        {...input}
        id={name}
        name={name}
        aria-invalid={fault ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className="mt-1.5 block w-full rounded-lg border border-ink-soft/50 bg-white px-3.5 py-2.5 text-base placeholder:text-ink-soft/70 aria-invalid:border-alert"
      />
      {note && (
        <p id={noteId} className={`mt-1.5 text-sm ${fault ? 'font-medium text-alert' : 'text-ink-soft'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
