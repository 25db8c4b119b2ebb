export { hashMessage } from './hash-message.ts';
export { signMessage, type MessageSigner } from './sign-message.ts';
export { verifyMessage, type VerifyMessageArgs } from './verify-message.ts';
