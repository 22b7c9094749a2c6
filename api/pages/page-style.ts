/** The app's look, reduced to the tokens and parts that these pages need. Inlined, so that a page is one request. */
export const PAGE_STYLE = `
@font-face{font-family:"Atkinson Hyperlegible Next";font-style:normal;font-display:swap;font-weight:400 700;src:url("/fonts/atkinson-hyperlegible-next-basic-400-to-700.woff2") format("woff2");unicode-range:U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026}
@font-face{font-family:"Atkinson Hyperlegible Next";font-style:normal;font-display:swap;font-weight:400 700;src:url("/fonts/atkinson-hyperlegible-next-accents-400-to-700.woff2") format("woff2");unicode-range:U+A1-B6,U+B8-FF,U+102-2DC,U+300-308,U+2002-2012,U+201A,U+201E-2022,U+2039-2215}
:root{color-scheme:light;--bg:#f5f6f2;--surface:#fff;--sunken:#e9ece5;--ink:#131c18;--ink-2:#3b4741;--line:#d3d9d1;--control:#78847c;--primary:#0e5a42;--primary-hover:#0a4632;--on-primary:#fff;--danger:#9b1c1c;--danger-ground:#fbe4e1;--focus:#1450c8}
:root[data-theme="dark"]{color-scheme:dark;--bg:#0e1411;--surface:#161e1a;--sunken:#1e2823;--ink:#edf2ee;--ink-2:#bcc8c0;--line:#2b3731;--control:#75837a;--primary:#74cba1;--primary-hover:#8fd9b5;--on-primary:#05231a;--danger:#ffa198;--danger-ground:#3d1915;--focus:#8ab4ff}
*,*::before{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;background:var(--bg);color:var(--ink);font:400 1.0625rem/1.5 "Atkinson Hyperlegible Next",system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1,p{margin:0}
h1{font-size:1.5rem;line-height:1.2;letter-spacing:-.01em}
a{color:var(--primary);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
header{padding:max(4px,env(safe-area-inset-top)) 16px 4px;background:var(--surface);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:12px;min-height:48px;color:var(--ink);font-size:1.25rem;font-weight:700;text-decoration:none}
.brand svg{display:block;width:30px;height:32px;color:var(--primary)}
main{flex:1;width:100%;max-width:27rem;margin:0 auto;padding:32px 16px 48px}
.thread{position:relative;padding-inline-start:32px}
.thread::before{content:"";position:absolute;left:7px;top:14px;bottom:0;border-left:2px dashed var(--control)}
.knot{position:absolute;left:2px;top:8px;width:12px;height:12px;border-radius:50%;background:var(--bg);border:2px solid var(--ink-2);outline:4px solid var(--bg)}
.lead{margin-top:8px;color:var(--ink-2)}
.lead b{color:var(--ink)}
form.fields{margin-top:24px}
label{display:block;font-weight:600;margin-bottom:4px}
input[type=email],input[type=text]{display:block;width:100%;min-height:56px;padding:8px 12px;border:1px solid var(--control);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
input.code{font-size:1.5rem;font-weight:600;letter-spacing:.3em}
input.long{font-size:1.125rem;letter-spacing:0}
input[aria-invalid=true]{border:2px solid var(--danger)}
.error{margin:8px 0 0;padding:8px 12px;border-radius:6px;background:var(--danger-ground);color:var(--danger);font-size:.9375rem;font-weight:600}
.lead+.error{margin-top:16px}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:56px;padding:8px 24px;border:1px solid var(--primary);border-radius:6px;background:var(--primary);color:var(--on-primary);font:inherit;font-weight:600;line-height:1.2;text-decoration:none;cursor:pointer}
.button:hover{background:var(--primary-hover)}
.fields .button{width:100%;margin-top:16px}
.others{display:flex;flex-wrap:wrap;gap:8px 24px;margin-top:16px}
.quiet{display:inline-flex;align-items:center;min-height:48px;padding:0;border:0;background:none;color:var(--primary);font:inherit;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
@media(min-width:768px){main{padding-top:12vh}header{padding-inline:32px}}
@media(forced-colors:active){.knot,.error{border:1px solid}}
`;

/** Applies the app's saved theme (R31) before the first paint. The default is light. */
export const THEME_SCRIPT = `try{if(localStorage.getItem('theme')==='dark')document.documentElement.dataset.theme='dark'}catch{}`;
