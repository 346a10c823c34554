import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { World } from '../core/world.ts'
import { layout, money } from './layout.ts'

/** Mounts `/i/:id`, the hosted invoice, and `/receipts/:charge`. */
export function mountInvoice(app: Hono, world: World): void {
  app.get('/i/:id', (context) => {
    const row = world.store.get('invoice', context.req.param('id'))
    if (!row) return context.notFound()
    return context.html(
      layout(
        `Invoice ${row.number ?? row.id}`,
        html`<div class="card">
          <div class="row">
            <h1>Invoice ${row.number ?? '(draft)'}</h1>
            <span class="pill ${row.status === 'paid' ? 'good' : ''}">${row.status}</span>
          </div>
          <p class="soft">
            ${row.customer_name ?? ''} ${row.customer_email ?? ''} ·
            ${new Date(row.created * 1000).toISOString().slice(0, 10)}
          </p>
          <ul class="lines">
            ${row.lines.data.map((line) => html`<li><span>${line.description}</span><span>${money(line.amount, line.currency)}</span></li>`)}
            <li class="total"><span>Total</span><span>${money(row.total, row.currency)}</span></li>
            <li><span>Due</span><span>${money(row.amount_remaining, row.currency)}</span></li>
          </ul>
        </div>`,
      ),
    )
  })
  app.get('/receipts/:id', (context) => {
    const row = world.store.get('charge', context.req.param('id'))
    if (!row) return context.notFound()
    return context.html(
      layout(
        'Receipt',
        html`<div class="card">
          <h1>Receipt</h1>
          <p>
            ${money(row.amount, row.currency)} paid with
            ${row.payment_method_details?.card?.brand ?? row.payment_method_details?.type ?? 'a card'}.
          </p>
        </div>`,
      ),
    )
  })
}
