/** What a member of an organization can be. */
export const roles = ['owner', 'billing', 'member'] as const

export type Role = (typeof roles)[number]

/**
 * THE table: who may do what. An allow-list: whoever is not named may not. Procedures name their action, pages ask the
 * procedures, and better-auth's own endpoints get their rights from `manage`.
 */
const allowed = {
  /** See the plan, the payments and the credits. */
  read: ['owner', 'billing', 'member'],
  /** Spend credits. */
  spend: ['owner', 'billing', 'member'],
  /** Begin a checkout, of a plan or of credits. */
  buy: ['owner', 'billing'],
  /** Change plan, interval or seats. */
  change: ['owner', 'billing'],
  /** Open Stripe's portal: cancel, take that back, change the card. */
  portal: ['owner', 'billing'],
  /** Invite and remove people, give roles, rename the organization. */
  manage: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof allowed

export function mayDo(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role)
}

/** The role that a word stands for; the least rights for a word that is none. */
export function roleFrom(word: string): Role {
  return roles.find((role) => role === word) ?? 'member'
}

const NAMES: Record<Role, string> = { owner: 'an owner', billing: 'a billing contact', member: 'a member' }

const DEEDS: Record<Action, string> = {
  read: 'see its plan and payments',
  spend: 'spend its credits',
  buy: 'buy something for it',
  change: 'change its plan',
  portal: 'change its card or cancel',
  manage: 'manage its people',
}

/** Who may, for a sentence: `an owner or a billing contact`. */
export function whoMay(action: Action): string {
  return allowed[action].map((role) => NAMES[role]).join(' or ')
}

/** Who may, and what to do, for whoever may not. */
export function refusalWords(action: Action): string {
  return `Only ${whoMay(action)} of this organization can ${DEEDS[action]}. Ask one of them to do it.`
}
