// Keys in a cloud KMS. Stand-ins speak the formats of the services: DER with a high s, throttling, another key.
import { createECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { KMSClient } from '@aws-sdk/client-kms';
import { createMockNode } from '@coin/mock-node';
import { createMemoryStore, createOutbox } from '@coin/payments';
import { createNodeClient, getBalance } from '@coin/rpc';
import { createKeySigner, type DigestSigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { type KeyManagementServiceClient } from '@google-cloud/kms';
import { describe, expect, test } from 'vitest';
import { createAwsSigner, createGoogleSigner, readAwsAddress, readGoogleAddress } from '../src/kms-signers.ts';

useVirtualTime();

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** A key in a service, which can be changed and throttled. */
class StandIn {
  key: string;
  refusals = 0;
  asked = 0;

  constructor(key: string) {
    this.key = key;
  }

  get spki(): Buffer {
    const ecdh = createECDH('secp256k1');
    ecdh.setPrivateKey(this.key, 'hex');
    return Buffer.concat([Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex'), ecdh.getPublicKey()]);
  }

  /** The DER of a signature with the higher of the two values of s; undefined if the quota is used up. */
  sign(digest: Uint8Array): Buffer | undefined {
    this.asked++;
    if (this.refusals-- > 0) return undefined;
    const signature = Buffer.from(createKeySigner(this.key).sign(digest)).toString('hex');
    const [r = 0n, s = 0n] = [signature.slice(0, 64), signature.slice(64, 128)].map((digits) => BigInt(`0x${digits}`));
    const integers = [r, s > ORDER / 2n ? s : ORDER - s].map((value) => {
      const digits = value.toString(16);
      const even = digits.padStart(digits.length + (digits.length % 2), '0');
      const bytes = Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
      return Buffer.of(2, bytes.length, ...bytes);
    });
    const body = Buffer.concat(integers);
    return Buffer.of(0x30, body.length, ...body);
  }
}

/** The client of AWS over a stand-in of its JSON protocol. It repeats a throttled request by itself. */
function openAws(service: StandIn) {
  const answer = (target: string, request: { Message: string; MessageType: string; SigningAlgorithm: string }) => {
    if (target === 'TrentService.GetPublicKey') return { PublicKey: service.spki.toString('base64') };
    expect(request).toMatchObject({ MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' });
    const signature = service.sign(Buffer.from(request.Message, 'base64'));
    return signature && { KeyId: 'key', Signature: signature.toString('base64'), SigningAlgorithm: 'ECDSA_SHA_256' };
  };
  const throttled = { __type: 'ThrottlingException', message: 'Rate exceeded' };
  const kms = new KMSClient({
    region: 'eu-central-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    requestHandler: {
      handle: async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
        const found = answer(headers['x-amz-target'] ?? '', JSON.parse(new TextDecoder().decode(body)));
        const json = Buffer.from(JSON.stringify(found ?? throttled));
        const statusCode = found === undefined ? 400 : 200;
        const type = { 'content-type': 'application/x-amz-json-1.1' };
        return { response: { statusCode, headers: type, body: Uint8Array.from(json) } as never };
      },
    },
  });
  return {
    readAddress: () => readAwsAddress(kms, 'key'),
    signerOf: (address: string) => createAwsSigner(kms, { keyId: 'key', address }),
    failure: { name: 'ThrottlingException' },
  };
}

/** A stand-in of the client of Google, whose answers are those of its gRPC interface. */
function openGoogle(service: StandIn) {
  const name = 'projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1';
  const kms = {
    async getPublicKey(request: { name: string }) {
      expect(request).toEqual({ name });
      const lines = service.spki.toString('base64').match(/.{1,64}/g) ?? [];
      return [{ pem: ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n') }];
    },
    async asymmetricSign(request: { name: string; digest: { sha256: Uint8Array } }) {
      expect(request.name).toBe(name);
      const signature = service.sign(request.digest.sha256);
      if (signature === undefined) throw Object.assign(new Error('8 RESOURCE_EXHAUSTED: Quota exceeded'), { code: 8 });
      return [{ signature, name }];
    },
  } as unknown as KeyManagementServiceClient;
  return {
    readAddress: () => readGoogleAddress(kms, name),
    signerOf: (address: string) => createGoogleSigner(kms, { name, address }),
    failure: { code: 8 },
  };
}

describe.each([
  ['AWS', openAws],
  ['Google', openGoogle],
])('a key at %s', (_, open) => {
  const openPayer = () => {
    const node = createMockNode();
    const [{ privateKey, address }, { address: to }] = node.accounts;
    const client = createNodeClient({ transport: node });
    const service = new StandIn(privateKey);
    const pay = async (signer: DigestSigner) => {
      const outbox = createOutbox({ store: createMemoryStore(), client, signer, maxFailures: 1 });
      const before = await getBalance(client, { address: to });
      await outbox.enqueue('a', { kind: 'transfer', owner: address, to, amount: 5n });
      await outbox.run();
      const paid = (await getBalance(client, { address: to })) - before;
      return { paid, history: await outbox.history('a'), entry: await outbox.get('a') };
    };
    return { address, service, pay, ...open(service) };
  };

  test('has the address that its public key gives, and pays', async () => {
    const { address, pay, readAddress, signerOf } = openPayer();
    expect(await readAddress()).toBe(address);
    expect(await pay(signerOf(address))).toMatchObject({ paid: 5n, entry: { status: 'succeeded' } });
  });

  test('pays once after the service was throttled, which is no failure of the payment', async () => {
    const { address, service, pay, signerOf, failure } = openPayer();
    service.refusals = 3;
    await expect(signerOf(address).sign(new Uint8Array(32))).rejects.toMatchObject({ retryable: true, cause: failure });
    service.refusals = 20;
    const { paid, entry } = await pay(signerOf(address));
    expect(paid).toBe(5n);
    expect(entry).toMatchObject({ status: 'succeeded', failures: 0 });
    expect(service.asked).toBeGreaterThan(20);
  });

  test('does not pay with a rotated key, and pays once the old one signs again', async () => {
    const { address, service, pay, signerOf } = openPayer();
    const { key } = service;
    service.key = '11'.repeat(32);
    const signer = signerOf(address);
    await expect(signer.sign(new Uint8Array(32))).rejects.toMatchObject({
      code: 'WRONG_SIGNER',
      context: { expected: address },
    });
    let rejected = 0;
    const watched: DigestSigner = {
      address: signer.address,
      async sign(digest) {
        if (rejected === 3) service.key = key;
        return signer.sign(digest).catch((error: unknown) => {
          rejected++;
          throw error;
        });
      },
    };
    const { paid, entry } = await pay(watched);
    expect(paid).toBe(5n);
    expect(rejected).toBe(3);
    expect(entry).toMatchObject({ status: 'succeeded', failures: 0 });
  });
});

test('the guide shows the code that is tested here', () => {
  const read = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
  const guide = read('../../../docs/guides/sign-with-a-kms.md');
  const parts = read('../src/kms-signers.ts')
    .split(/(?=^export )/m)
    .slice(1);
  expect(parts).toHaveLength(4);
  for (const part of parts) expect(guide).toContain(part.replace('export ', '').trim());
});
