import { Field } from '../ui/field.tsx'

type EmailFieldProps = {
  /** What was typed before, to stay where the form comes back. */
  typed: string | undefined
  fault: string | undefined
}

/** The address that names an account, the same at login and sign-up, so that password managers know it again. */
export function EmailField({ typed, fault }: EmailFieldProps) {
  return (
    <Field
      name="email"
      label="E-mail"
      type="email"
      autoComplete="username"
      required
      defaultValue={typed}
      fault={fault}
    />
  )
}
