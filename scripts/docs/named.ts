/** What a Markdown page names that has to exist. */
export type Named = {
  /** Targets of links, relative to the page. */
  links: string[]
  /**
   * Paths in code, of a file or folder: up to the first part with a placeholder, `<…>` or `*`. Not those in `.data`, which
   * is made at run time.
   */
  paths: string[]
  /** Names of files in code, without their folder. */
  fileNames: string[]
  /** What follows `pnpm` in code: `['test']`, `['paidup', 'stripe:setup']`. */
  commands: string[][]
}

const CODE = /```\w*\n([\s\S]*?)```|`([^`\n]+)`/g
const LINK = /\]\(([^)\s]+)\)/g
const OUTSIDE = /^(https?:|mailto:|#)/
const PATH = /^[\w@$.<>*-]+(\/[\w@$.<>*-]+)+\/?$/
const FILE_NAME = /^[\w$.-]*\w\.(tsx?|jsonc?|sql|prisma|ya?ml|md|cjs)$/
const COMMAND = /(?:^|\s)pnpm(?:@[\d.]+)? +([\w:<>…-]+(?: +[\w:<>…-]+)*)/g

/** @param folders names of the folders with which a path begins, unlike other words with a slash in them */
export function namedIn(markdown: string, folders: readonly string[]): Named {
  const code = [...markdown.matchAll(CODE)].map(([, block, span]) => (block ?? span ?? '').trim())
  const links = [...markdown.matchAll(LINK)].map(([, target = '']) => target)
  return {
    links: links.filter((target) => !OUTSIDE.test(target)).map((target) => target.replace(/#.*$/, '')),
    paths: code
      .filter(
        (text) => PATH.test(text) && folders.includes(text.split('/')[0] ?? '') && !text.startsWith('.data/'),
      )
      .map((text) => text.replace(/\/?[^/]*[<*].*$/, '')),
    fileNames: code.filter((text) => FILE_NAME.test(text)),
    commands: code.flatMap((text) => [...text.matchAll(COMMAND)]).map(([, words = '']) => words.split(/ +/)),
  }
}
