import { html } from 'hono/html'
import type { DeliveryRow, EndpointRow, EventRow } from '../core/rows.ts'
import type { DeliveryConfig } from '../delivery/config.ts'
import { isAccepted } from '../delivery/send.ts'
import { type Html, layout } from './layout.ts'

export type DashboardView = {
  type: string
  notice: string | null
  now: number
  skippedSeconds: number
  total: number
  events: EventRow[]
  deliveries: Map<string, DeliveryRow[]>
  endpoints: EndpointRow[]
  config: DeliveryConfig
  held: number
}

const clockTime = (ms: number) => new Date(ms).toISOString().slice(11, 23)

function attemptsOf(rows: DeliveryRow[]): Html {
  return html`${rows.map(
    (row) =>
      html`<p class="small">
        <span class="pill ${row.state === 'delivered' ? 'good' : row.state === 'failed' ? 'bad' : ''}"
          >${row.state}</span
        >
        to <code>${row.endpoint}</code><br />
        ${row.attempts.map(
          (attempt) =>
            html`<span class="pill ${isAccepted(attempt) ? 'good' : 'bad'}"
                >${attempt.status ?? 'no answer'}</span
              >
              ${clockTime(attempt.at)}, ${attempt.durationMs}
              ms${attempt.acknowledgementDropped ? ', answer thrown away' : ''}
              <code>${attempt.answer.slice(0, 200)}</code><br />`,
        )}
      </p>`,
  )}`
}

const eventRow = (event: EventRow, rows: DeliveryRow[]) =>
  html`<tr>
    <td>
      <strong>${event.type}</strong><br />
      <code>${event.id}</code><br />
      <span class="soft small"
        >${new Date(event.created * 1000).toISOString().replace('.000Z', 'Z')} ·
        <code>${event.data.object.id}</code></span
      >
      <details>
        <summary>Payload</summary>
        <pre>${JSON.stringify(event.data, null, 2)}</pre>
      </details>
    </td>
    <td>
      ${rows.length === 0 ? html`<span class="soft small">no endpoint listens</span>` : attemptsOf(rows)}
    </td>
    <td>
      <form method="post" action="/">
        <input type="hidden" name="event" value="${event.id}" /><button name="action" value="resend">
          Resend
        </button>
      </form>
    </td>
  </tr>`

const clockCard = ({ now, skippedSeconds }: DashboardView) =>
  html`<section class="card">
    <h2>Clock</h2>
    <p>
      ${new Date(now * 1000).toUTCString()}
      ${skippedSeconds > 0 ? html`<span class="soft">(${(skippedSeconds / 86_400).toFixed(1)} days ahead of real time)</span>` : ''}
    </p>
    <div class="actions">
      ${[
        ['1 hour', 3600],
        ['1 day', 86_400],
        ['7 days', 604_800],
        ['31 days', 2_678_400],
      ].map(
        ([label, seconds]) =>
          html`<form method="post" action="/">
            <input type="hidden" name="seconds" value="${seconds}" /><button name="action" value="advance">
              + ${label}
            </button>
          </form>`,
      )}
    </div>
  </section>`

const deliveryCard = ({ config, endpoints, held }: DashboardView) =>
  html`<section class="card">
    <div class="row">
      <h2>Delivery</h2>
      <div class="actions">
        <form method="post" action="/">
          <button name="action" value="replay">Replay all, shuffled</button>
        </form>
        <form method="post" action="/">
          <button name="action" value="release">Release held (${held})</button>
        </form>
      </div>
    </div>
    ${endpoints.length === 0 ? html`<p class="soft">No endpoint is registered.</p>` : ''}
    ${endpoints.map((endpoint) => html`<p><span class="pill ${endpoint.status === 'enabled' ? 'good' : ''}">${endpoint.status}</span> <code>${endpoint.url}</code> <span class="soft small">${endpoint.id} · ${endpoint.api_version ?? 'newest version'} · ${endpoint.enabled_events.length > 3 ? `${endpoint.enabled_events.length} types` : endpoint.enabled_events.join(', ')}</span></p>`)}
    <details>
      <summary>Behaviour</summary>
      <form method="post" action="/">
        <label
          >As JSON; see the README for each field<textarea
            name="config"
            rows="14"
            style="width:100%;margin-top:6px;font:12.5px/1.4 ui-monospace,monospace;padding:10px;border:1px solid #c9cfdc;border-radius:8px"
          >
${JSON.stringify(config, null, 2)}</textarea>
        </label>
        <button name="action" value="configure">Apply</button>
      </form>
    </details>
  </section>`

/** The dashboard: clock, delivery, and the newest events with every attempt. */
export const dashboardPage = (view: DashboardView): Html =>
  layout(
    'Local Stripe',
    html`<h1>Local Stripe</h1>
      <p class="soft">A Stripe of your own: what it told your endpoints, and what they answered.</p>
      ${view.notice === null ? '' : html`<p class="note" role="status">${view.notice}</p>`} ${clockCard(view)}
      ${deliveryCard(view)}
      <section class="card">
        <div class="row">
          <h2>Events <span class="soft small">${view.events.length} of ${view.total}</span></h2>
          <form method="get" action="/">
            <input
              name="type"
              value="${view.type}"
              placeholder="filter by type"
              aria-label="Filter by type"
            /><button>Filter</button>
          </form>
        </div>
        <table>
          <thead>
            <tr>
              <th>Event</th>
              <th>Attempts</th>
              <th></th>
            </tr>
          </thead>
          <tbody>
            ${view.events.map((event) => eventRow(event, view.deliveries.get(event.id) ?? []))}
          </tbody>
        </table>
        ${view.total === 0 ? html`<p class="soft">Nothing has happened yet.</p>` : ''}
      </section>`,
    true,
  )
