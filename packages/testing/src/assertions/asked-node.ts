/** A node as far as the assertions ask it. */
export interface AskedNode {
  readonly fetch: (
    url: string,
    init: { readonly method: string; readonly body: string },
  ) => Promise<{ readonly text: () => Promise<string> }>;
}

/** The text of an answer. */
export async function askNode(node: AskedNode, path: string, body: object): Promise<string> {
  const answer = await node.fetch(`http://node${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.text();
}
