export type List<T> = {
  object: 'list'
  data: T[]
  has_more: boolean
  total_count?: number
  url: string
}

/** A list as it stands inside another object. */
export const inlineList = <T>(data: T[], url: string): List<T> => ({
  object: 'list',
  data,
  has_more: false,
  total_count: data.length,
  url,
})
