import type { NodeRequest } from './request.ts';

export interface NodeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What every endpoint of the node answers, successes and failures. */
export function jsonResponse(body: string, status = 200): NodeResponse {
  return { status, headers: jsonHeaders, body };
}

const jsonHeaders = { 'content-type': 'application/json;charset=utf-8' } as const;

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (char) => entities[char]!);
}

/**
 * The error page of the node's HTTP server: HTML, or JSON for a client that asks for it first.
 *
 * Source: docs/protocol/http.md, Registration, ports, methods.
 */
export function errorPage(
  request: NodeRequest,
  status: number,
  message: string,
  servlet = 'Default404Servlet',
): NodeResponse {
  const uri = escapeHtml(request.path);
  if (/^\s*(application|text)\/json\b/.test(request.accept ?? '')) {
    const rows = { servlet, message, url: uri, status: String(status) };
    const lines = Object.entries(rows).map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
    return { status, headers: jsonHeaders, body: `{\n${lines.join(',\n')}\n}` };
  }
  const title = `${status} ${message}`;
  const rows = { URI: uri, STATUS: String(status), MESSAGE: message, SERVLET: servlet };
  const table = Object.entries(rows).map(([name, value]) => `<tr><th>${name}:</th><td>${value}</td></tr>`);
  return {
    status,
    headers: { 'content-type': 'text/html;charset=iso-8859-1' },
    body: `<html>
<head>
<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1"/>
<title>Error ${title}</title>
</head>
<body><h2>HTTP ERROR ${title}</h2>
<table>
${table.join('\n')}
</table>
<hr/>

</body>
</html>
`,
  };
}
