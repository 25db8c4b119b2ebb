import { composeJson, quoteJson } from '../json/json-value.ts';
import { toJavaException } from '../json/request-errors.ts';
import { type NodeRequest } from './request.ts';

export interface NodeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response of every endpoint of the node, for successes and failures. */
export function jsonResponse(body: string, status = 200): NodeResponse {
  return { status, headers: jsonHeaders, body };
}

/** The error object of a failed request, with the node's exception. Rethrows any other error. */
export function errorObject(error: unknown): string {
  const { javaClass, message } = toJavaException(error);
  return composeJson([['Error', quoteJson(`class ${javaClass} : ${message}`)]]);
}

/** The answer to a defect of this package, which no node gives. */
export function defectResponse(error: unknown): NodeResponse {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return jsonResponse(`${composeJson([['Error', quoteJson(`@coin/mock-node has a defect: ${trace}`)]])}\n`, 500);
}

const jsonHeaders = { 'content-type': 'application/json;charset=utf-8' } as const;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

type Rows = readonly (readonly [name: string, value: string])[];

const pageWriters: Readonly<Record<'html' | 'json' | 'plain', (title: string, rows: Rows) => string>> = {
  html: (title, rows) => `<html>
<head>
<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1"/>
<title>Error ${title}</title>
</head>
<body><h2>HTTP ERROR ${title}</h2>
<table>
${rows.map(([name, value]) => `<tr><th>${name}:</th><td>${escapeHtml(value)}</td></tr>`).join('\n')}
</table>
<hr/>

</body>
</html>
`,
  json: (_, [uri, status, message, servlet, cause]) => {
    const members = {
      servlet: servlet?.[1],
      ...(cause && { cause0: cause[1] }),
      message: message?.[1],
      url: uri?.[1],
      status: status?.[1],
    };
    const lines = Object.entries(members).map(([key, value]) => `"${key}":${JSON.stringify(escapeHtml(value ?? ''))}`);
    return `{\n${lines.join(',\n')}\n}`;
  },
  plain: (title, rows) =>
    `HTTP ERROR ${title}\n${rows.map(([name, value]) => `${name}${name === 'CAUSED BY' ? '' : ':'} ${value}\n`).join('')}`,
};

interface PageStyle {
  readonly kind: keyof typeof pageWriters;
  readonly type: string;
}

const html: PageStyle = { kind: 'html', type: 'text/html;charset=iso-8859-1' };
const pageStyles: ReadonlyMap<string, PageStyle> = /* @__PURE__ */ new Map<string, PageStyle>([
  ['text/html', html],
  ['text/*', html],
  ['*/*', html],
  ['application/json', { kind: 'json', type: 'application/json' }],
  ['text/json', { kind: 'json', type: 'text/json' }],
  ['text/plain', { kind: 'plain', type: 'text/plain;charset=iso-8859-1' }],
]);

/** The style that the client prefers; undefined if it accepts none. A type with parameters counts as another type. */
function pageStyle(accept: string | undefined): PageStyle | undefined {
  if (accept === undefined || accept.trim() === '') return html;
  const accepted = accept.split(',').map((range) => {
    const [, type = '', quality = '1'] = /^(.*?)(?:;\s*q=([\d.]+))?$/.exec(range.trim().toLowerCase()) ?? [];
    return { type, quality: Number(quality) };
  });
  const known = accepted.filter(({ type, quality }) => quality > 0 && pageStyles.has(type));
  const [best] = known.toSorted((one, other) => other.quality - one.quality);
  return best && pageStyles.get(best.type);
}

const methodsWithPage: ReadonlySet<string> = /* @__PURE__ */ new Set(['GET', 'HEAD', 'POST']);

/**
 * The error page of the node's HTTP server: HTML, JSON or text as the client accepts, and an empty body for other types
 * and methods.
 *
 * Source: docs/protocol/http.md, Registration, ports, methods.
 */
export function errorPage(
  request: NodeRequest,
  status: number,
  message: string,
  servlet = 'Default404Servlet',
  cause?: string,
): NodeResponse {
  if (!methodsWithPage.has(request.method)) return { status, headers: {}, body: '' };
  const uncached = { 'cache-control': 'must-revalidate,no-cache,no-store' };
  const style = pageStyle(request.accept);
  if (style === undefined) return { status, headers: uncached, body: '' };
  const rows: Rows = [
    ['URI', request.path],
    ['STATUS', String(status)],
    ['MESSAGE', message],
    ['SERVLET', servlet],
    ...(cause === undefined ? [] : [['CAUSED BY', cause] as const]),
  ];
  const body = pageWriters[style.kind](`${status} ${message}`, rows);
  return { status, headers: { ...uncached, 'content-type': style.type }, body };
}
