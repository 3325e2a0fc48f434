// A drand relay with one chain, in a separate process: real signatures with the tests' key, and every kind of misbehaviour.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { beaconMessage } from '#domain/fair-draw/beacon-signature.ts';
import { roundTime } from '#domain/fair-draw/beacon.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { bytesNamed, ownChain, signRound } from '#tests/support/draws/fair-draw.ts';
import type { Behaviour } from '#tests/support/draws/beacon.ts';

const [port = 0, period = 1] = process.argv.slice(2).map(Number);
const chain = { ...ownChain, period };
let behaviour: Behaviour = 'honest';
let asked = 0;

const server = createServer((request, response) => {
  if (request.url === '/behaviour') return void control(request, response);
  const round = Number(new RegExp(`^/${toHex(chain.hash)}/public/(\\d+)$`).exec(request.url ?? '')?.[1]);
  if (!round) return send(response, 404, { error: 'no such chain' });
  asked += 1;
  answer(round, response);
});

async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wish = await text(request);
  if (wish) behaviour = wish as Behaviour;
  send(response, 200, { asked });
}

function answer(round: number, response: ServerResponse): void {
  const exists = roundTime(chain, round) <= Date.now();
  switch (behaviour) {
    case 'honest':
      return exists ? sendRound(response, round, signRound(round)) : send(response, 404, { error: 'not yet' });
    case 'lagging':
      return send(response, 404, { error: 'not yet' });
    case 'lying':
      return sendRound(response, round, signWithAnotherKey(round));
    case 'another round':
      return sendRound(response, round - 1, signRound(round - 1));
    case 'another round under this name':
      return sendRound(response, round, signRound(round - 1));
    case 'garbage':
      return void response.writeHead(200).end('<html>');
    case 'endless':
      return void response.writeHead(200).end('0'.repeat(1_000_000));
    case 'failing':
      return send(response, 500, { error: 'no' });
    case 'silent':
      return;
  }
}

function signWithAnotherKey(round: number): Uint8Array {
  const { shortSignatures } = bls12_381;
  const secret = bytesNamed('a liar').fill(0, 0, 1);
  return shortSignatures.Signature.toBytes(shortSignatures.sign(beaconMessage(round), secret));
}

function sendRound(response: ServerResponse, round: number, signature: Uint8Array): void {
  send(response, 200, { round, signature: toHex(signature) });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}

server.listen(port, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
