/** The part of a node that assertions need: a mock node, or any object whose `fetch` reaches a node. */
export interface NodeLike {
  readonly fetch: (
    url: string,
    init: { readonly method: string; readonly body: string },
  ) => Promise<{ readonly text: () => Promise<string> }>;
}

/** Sends a request and returns the text of its answer. */
export async function askNode(node: NodeLike, path: string, body: object): Promise<string> {
  const answer = await node.fetch(`http://node${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.text();
}
