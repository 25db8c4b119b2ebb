// Messages
export { hashMessage, type MessageOptions } from './hash-message.ts';
export { signMessage } from './sign-message.ts';
export { verifyMessage, type VerifyMessageArgs } from './verify-message.ts';

// Typed data
export { hashTypedData, type TypedData, type TypedDataDomain, type TypedDataField } from './hash-typed-data.ts';
export { signTypedData, verifyTypedData, type VerifyTypedDataArgs } from './typed-data.ts';

// Signatures
export { recoverSigner, type MessageSigner, type RecoverSignerArgs } from './sign-digest.ts';
