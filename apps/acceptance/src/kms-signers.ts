// The code of docs/guides/sign-with-a-kms.md.
import { GetPublicKeyCommand, SignCommand, type KMSClient } from '@aws-sdk/client-kms';
import { addressFromPublicKey } from '@coin/rpc/address';
import { createDigestSigner } from '@coin/rpc/signer';
import { type KeyManagementServiceClient } from '@google-cloud/kms';

export async function readAwsAddress(kms: KMSClient, keyId: string) {
  const { PublicKey = new Uint8Array() } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }));
  return addressFromPublicKey(PublicKey.subarray(-65)); // SPKI ends with the uncompressed key
}

export function createAwsSigner(kms: KMSClient, { keyId, address }: { keyId: string; address: string }) {
  return createDigestSigner({
    address,
    async sign(digest) {
      const { Signature = '' } = await kms.send(
        new SignCommand({
          KeyId: keyId,
          Message: digest,
          MessageType: 'DIGEST', // RAW would hash the digest again
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      );
      return Signature;
    },
  });
}

export async function readGoogleAddress(kms: KeyManagementServiceClient, name: string) {
  const [{ pem }] = await kms.getPublicKey({ name });
  const base64 = String(pem).replaceAll(/-----.*-----|\s/g, '');
  return addressFromPublicKey(Buffer.from(base64, 'base64').subarray(-65)); // SPKI ends with the uncompressed key
}

export function createGoogleSigner(
  kms: KeyManagementServiceClient,
  { name, address }: { name: string; address: string },
) {
  return createDigestSigner({
    address,
    async sign(digest) {
      const [{ signature }] = await kms.asymmetricSign({ name, digest: { sha256: digest } });
      return signature ?? '';
    },
  });
}
