/** One small style sheet for every hosted page. */
export const style = `
:root { --ink: #1a1f36; --soft: #5b6478; --line: #e0e4ec; --brand: #4f46e5; --paper: #fff; --ground: #f6f7fb; --bad: #b3261e; --good: #14794a; }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif }
.banner { background: repeating-linear-gradient(135deg, #ffd978 0 14px, #ffe6a6 14px 28px); color: #573c00; text-align: center; font-size: 13px; font-weight: 600; padding: 6px 12px }
main { margin: 0 auto; padding: 32px 20px 64px }
main.narrow { max-width: 920px }
main.wide { max-width: 1180px }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 6px }
h2 { font-size: 17px; margin: 0 0 12px }
p { margin: 0 0 12px }
a { color: var(--brand) }
.soft { color: var(--soft) }
.small { font-size: 13px }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 24px; box-shadow: 0 1px 2px #1a1f3610; margin-bottom: 20px }
.checkout { display: grid; grid-template-columns: 1fr 1fr; gap: 40px; align-items: start }
@media (max-width: 760px) { .checkout { grid-template-columns: 1fr; gap: 20px } }
.price { font-size: 36px; font-weight: 650; margin: 4px 0 18px; letter-spacing: -.02em }
ul.lines { list-style: none; margin: 0; padding: 0 }
ul.lines li { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-top: 1px solid var(--line) }
ul.lines li.total { font-weight: 650 }
label, .label { display: block; font-size: 13px; font-weight: 600; margin: 0 0 14px }
input, select { display: block; width: 100%; margin-top: 5px; padding: 10px 12px; font: inherit; font-weight: 400; font-size: 16px; color: inherit; background: #fff; border: 1px solid #c9cfdc; border-radius: 8px }
input:focus-visible, select:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid #4f46e555; outline-offset: 1px }
input[type=radio], input[type=checkbox] { display: inline-block; width: auto; margin: 0 8px 0 0 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
button, .button { display: inline-block; font: inherit; font-weight: 600; border: 1px solid var(--line); border-radius: 8px; padding: 8px 14px; background: #fff; color: var(--ink); cursor: pointer; text-decoration: none }
button.primary { width: 100%; background: var(--brand); border-color: var(--brand); color: #fff; padding: 12px }
button.primary:hover { background: #4338ca }
button.danger { color: var(--bad) }
.error { background: #fdeceb; color: var(--bad); border-radius: 8px; padding: 10px 14px; margin-bottom: 16px; font-weight: 600 }
.note { background: #eef0fe; border-radius: 8px; padding: 10px 14px; margin-bottom: 16px }
details { margin-top: 16px }
summary { cursor: pointer; font-weight: 600; font-size: 13px; color: var(--soft) }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th { text-align: left; font-size: 12px; color: var(--soft); font-weight: 600 }
th, td { padding: 8px 10px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top }
code { font: 12.5px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
pre { margin: 6px 0 0; padding: 10px; background: var(--ground); border-radius: 8px; overflow: auto; max-height: 360px; font: 12.5px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
.pill { display: inline-block; border-radius: 99px; padding: 1px 9px; font-size: 12px; font-weight: 600; background: #e8ebf2; color: var(--soft); margin: 0 4px 2px 0 }
.pill.good { background: #dff3e8; color: var(--good) } .pill.bad { background: #fdeceb; color: var(--bad) }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; justify-content: space-between }
.row form, .actions form { display: inline-flex; gap: 8px; align-items: center; margin: 0 }
.actions { display: flex; flex-wrap: wrap; gap: 10px; align-items: center }
.actions input, .actions select, .row input, .row select { width: auto; margin: 0; padding: 7px 10px }
`
