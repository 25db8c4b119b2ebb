import { scriptHash } from './script-hash.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Styles that the generator writes into its pages, and that theme/site.css has. */
const KNOWN_STYLES = [
  /(<div class="VPLocalNavOutlineDropdown")\s+style="--vp-vh:0px;"/g,
  /(<div) style="position:relative;"/g,
];

/**
 * What a page may load: only what the site itself holds, no inline style, and only the inline scripts that the
 * generator wrote. Workers made of texts are for the frame that runs examples, which takes over this policy.
 */
function policy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.map((script) => `'${scriptHash(script)}'`).join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/**
 * A page with its policy, and without the inline styles that it forbids; `furtherScripts` are those of its frames.
 *
 * Throws an `Error` for an inline style that theme/site.css does not replace.
 */
export function securePage(html: string, furtherScripts: readonly string[]): string {
  const styled = KNOWN_STYLES.reduce((text, style) => text.replaceAll(style, '$1'), html);
  const [left] = /<[^<>]*\sstyle="[^"]*"/.exec(styled) ?? [];
  if (left !== undefined) throw new Error(`A page has an inline style, which its policy forbids: ${left}.`);
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy([...scripts, ...furtherScripts])}">`;
  return styled.replace('<head>', `<head>\n    ${meta}`);
}
