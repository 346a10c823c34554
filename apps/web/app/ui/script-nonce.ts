import { createContext, useContext } from 'react'

/** The nonce of the response being rendered. Undefined in the browser, which hides nonces from scripts. */
export const ScriptNonce = createContext<string | undefined>(undefined)

export const useScriptNonce = (): string | undefined => useContext(ScriptNonce)
