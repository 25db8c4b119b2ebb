/** The version of java-tron whose HTTP and JSON-RPC this node answers with. */
export const NODE_VERSION = '4.8.2';
