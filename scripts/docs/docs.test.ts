import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'
import { namedIn } from './named.ts'

const ignored = (name: string) => name === 'node_modules' || name === 'build' || name.startsWith('.')

/** Every file of the checkout, from its root. */
const files = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ignored(entry.name))
  .flatMap((folder) => filesIn(folder.name))
  .concat(readdirSync(root))

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !ignored(entry.name) || entry.isFile())
    .flatMap((entry) => {
      const name = path.join(folder, entry.name)
      return entry.isDirectory() ? filesIn(name) : [name]
    })
}

const fileNames = new Set(files.map((file) => path.basename(file)))
const topFolders = [...new Set(files.map((file) => file.split(path.sep)[0] ?? ''))]
const scripts = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object })
  .scripts
/** Those that pnpm itself has. */
const BUILT_IN = ['add', 'exec', 'install']
const commandLine = readFileSync(path.join(root, 'apps/cli/src/main.ts'), 'utf8')

it.each(files.filter((file) => file.endsWith('.md')))(
  '%s names only paths and commands that exist',
  (page) => {
    const folder = path.join(root, path.dirname(page))
    // A package's own page names its files from the package.
    const isThere = (name: string) => existsSync(path.join(root, name)) || existsSync(path.join(folder, name))
    const named = namedIn(readFileSync(path.join(root, page), 'utf8'), [...topFolders, 'src'])
    expect({
      links: named.links.filter((target) => !existsSync(path.join(folder, target))),
      paths: named.paths.filter((name) => !isThere(name)),
      fileNames: named.fileNames.filter((name) => !fileNames.has(name)),
      commands: named.commands.filter((words) => !isCommand(words)),
    }).toEqual({ links: [], paths: [], fileNames: [], commands: [] })
  },
)

function isCommand([script = '', command]: string[]): boolean {
  if (script !== 'paidup') return script in scripts || BUILT_IN.includes(script)
  return command === undefined || /^[<…]/.test(command) || commandLine.includes(`'${command}'`)
}
