import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A stand-in for Africa's Talking's bulk SMS service, in a separate process: `POST /version1/messaging` as they document it.
 * It prints its address, and then each message it accepts as a line of JSON. The answer depends on the number's last two
 * digits, so that a test can get any of their answers.
 */
const apiKey = 'a key for tests';

const outcomes: Readonly<Record<string, readonly [statusCode: number, status: string]>> = {
  '02': [102, 'Queued'],
  '03': [403, 'InvalidPhoneNumber'],
  '05': [405, 'InsufficientBalance'],
  '06': [406, 'UserInBlacklist'],
};

const server = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.method !== 'POST' || request.url !== '/version1/messaging') return response.writeHead(404).end();
    if (request.headers['apikey'] !== apiKey) {
      return response.writeHead(401, { 'content-type': 'text/plain' }).end('The supplied authentication is invalid');
    }
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded;charset=UTF-8') {
      return response.writeHead(415).end();
    }
    const form = Object.fromEntries(new URLSearchParams(body)) as Record<string, string>;
    const { username, to = '', message } = form;
    if (username === undefined || to === '' || message === undefined) {
      return response.writeHead(400, { 'content-type': 'text/plain' }).end('Request is missing required form field');
    }
    if (to.endsWith('50')) return response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>');
    const [statusCode, status] = outcomes[to.slice(-2)] ?? [101, 'Success'];
    if (statusCode < 200) console.log(JSON.stringify(form));
    return response.writeHead(201, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        SMSMessageData: {
          Message: 'Sent to 1/1 Total Cost: XOF 15.0000',
          Recipients: [{ statusCode, number: to, status, cost: 'XOF 15.0000', messageId: 'ATXid_1' }],
        },
      }),
    );
  });
});

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
