import { data, type MetaFunction } from '@remix-run/node'
import { MissingPage } from '../ui/error-page.tsx'

export const meta: MetaFunction = () => [{ title: 'Not found · Paidup' }]

/** Every address without a page: a 404 inside the site's frame, which still knows who is signed in. */
export const loader = () => data(null, { status: 404 })

export { MissingPage as default }
