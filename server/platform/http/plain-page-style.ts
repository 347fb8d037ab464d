/** The design tokens of the web, repeated here: pages made by the server stand alone and work without the web build. */
export const plainPageStyle = `
:root { color-scheme: light dark; --paper: #fbf7f0; --card: #fffdf9; --ink: #2a2522; --soft: #5a5149; --line: #e6dccd; --pine: #2f4a43; --thread: #c9973b }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c1917; --card: #262220; --ink: #f3ece2; --soft: #b9aea2; --line: #3a3430; --pine: #8fb8ab; --thread: #d9b066 }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 400 18px/1.6 'Source Sans 3 Variable', 'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif; padding: 32px 16px 64px; overflow-wrap: anywhere }
main { max-width: 720px; margin: 0 auto; display: grid; gap: 20px }
.brand, h1, h2 { font-family: 'Newsreader Variable', Newsreader, 'Iowan Old Style', Palatino, Georgia, serif; font-weight: 400; line-height: 1.2 }
.brand { font-size: 22px; font-weight: 500 }
h1 { font-size: 40px }
h2 { font-size: 25px }
.soft { color: var(--soft); font-size: 16px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 28px; display: grid; gap: 16px; min-width: 0 }
.empty { padding: 48px 28px }
dl { display: grid; gap: 2px }
dl div { display: flex; gap: 12px }
dt { flex: none; width: 56px }
dd { min-width: 0 }
.text { white-space: pre-wrap; border-left: 2px solid var(--line); padding-left: 18px }
a { color: var(--pine); text-underline-offset: 3px }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--thread); outline-offset: 3px; border-radius: 4px }
details + details { margin-top: -12px }
summary { cursor: pointer; min-height: 44px; padding: 8px 0; font-size: 16px; color: var(--pine) }
code, pre { font: 400 15px/1.55 ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
pre { white-space: pre-wrap; border-left: 2px solid var(--line); padding-left: 18px }
h3 { font-size: 16px; font-weight: 600; margin-top: 12px }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); margin-bottom: 8px }
@media (max-width: 480px) { .card { padding: 20px } h1 { font-size: 34px } }
`;
