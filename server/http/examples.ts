import type { JsonSchema } from '@valibot/to-json-schema';

/** Schemas by the names under which others refer to them. */
export type Shapes = Readonly<Record<string, JsonSchema>>;

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const uuid = '0199a3c2-7e10-7c3b-9b5e-2f6d1c0a4e77';
const drawId = '01999f00-2c40-7d11-8a3c-5b7e9d2f6a10';
const drawsAt = '2026-11-20T18:35:00.000Z';
const result = ['7', '3', '9', '1', '5', '2', '8', '6', '4'];

const draw = {
  id: drawId,
  fullDate: drawsAt,
  minute: '35',
  closesAt: '2026-11-20T18:34:50.000Z',
  status: 'open',
  rules: 'izi-1',
  commitment: hash,
  result: null,
  stops: [],
  calledOff: null,
};
const settled = { ...draw, status: 'settled', result };
const drawChange = {
  id: drawId,
  status: 'settled',
  sealedAt: '2026-11-20T18:34:52.000Z',
  drawnAt: '2026-11-20T18:35:01.000Z',
  result,
  settledAt: '2026-11-20T18:35:02.000Z',
  paidTickets: 31,
};
const bet = { id: uuid, name: 'IziOne', drawId, betAmount: 200, selectedNumbers: ['7'] };
const ticket = {
  ...bet,
  serial: '0K3M-7Q9X-T2VB',
  fullDate: drawsAt,
  status: 'pending',
  payout: null,
  result: null,
  places: null,
  acceptedAt: '2026-11-20T18:31:04.000Z',
};
const payment = {
  id: uuid,
  direction: 'deposit',
  amount: 5_000,
  status: 'pending',
  reviewUntil: null,
  refusedBecause: null,
  refunded: 0,
  method: 'mobile_money',
  country: 'CI',
  phone: '+2250701020322',
  createdAt: '2026-11-20T18:30:12.000Z',
  updatedAt: '2026-11-20T18:30:13.000Z',
  redirectUrl: 'https://pay.example/c/abc',
};
const sums = {
  deposited: 5_000,
  takenBack: 0,
  staked: 1_400,
  tickets: 7,
  won: 1_000,
  refunded: 0,
  withdrawn: 0,
  returned: 0,
  adjusted: 0,
  result: -400,
};
const newPassword = { code: '482915', password: 'a good password', passwordConfirmation: 'a good password' };
const flow = 'mJ8q2nT5vX0bK7wR4yZ1cL6dF3gH9sAeUoPiNtBxQrE';

/** Examples of whole shapes, where their fields have to go together. */
export const ofShapes: Readonly<Record<string, unknown>> = {
  CreationOptions: {
    rp: { id: 'izi.example', name: 'Izi' },
    user: { id: 'NDI', name: '+2250701020322', displayName: 'Ama Koné' },
    challenge: 'p5aV2uHXr0AOqUk7HQitvi',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  },
  Draw: draw,
  DrawChange: drawChange,
  Favourite: { id: uuid, label: 'Our numbers', name: 'IziOne', selectedNumbers: ['7'], betAmount: 200 },
  ForgotPasswordBody: { phone: '+2250701020322' },
  GetDrawAnswer: {
    data: {
      ...settled,
      opensAt: '2026-11-19T18:35:00.000Z',
      sealedAt: drawChange.sealedAt,
      drawnAt: drawChange.drawnAt,
      settledAt: drawChange.settledAt,
    },
  },
  GetStatisticsAnswer: { data: [{ number: '7', places: [11, 12, 9, 13, 10, 11, 12, 10, 12] }], meta: { draws: 100 } },
  GiveProofBody: { password: 'a good password' },
  KeepFavouriteBody: { label: 'Our numbers', name: 'IziOne', selectedNumbers: ['7'], betAmount: 200 },
  ListResultsAnswer: { data: [{ ...settled, paidTickets: 31 }], meta: { next: null, checkable: 288 } },
  Message: { to: '+2250701020322', channel: 'sms', text: '482915 is your code.', sentAt: drawsAt },
  Outcome: {
    drawId,
    tickets: [{ id: uuid, status: 'win', payout: 1_000, result, places: [true] }],
    balance: { dep: 12_500, win: 3_400 },
    at: drawChange.settledAt,
  },
  PassSecondStepBody: { challengeId: uuid, code: '482915' },
  Payment: payment,
  PlaceBetsAnswer: { data: [ticket], meta: { balance: 12_300 } },
  PlaceBetsBody: { tickets: [bet] },
  ResetPasswordBody: { phone: '+2250701020322', flow, ...newPassword },
  SumTransactionsAnswer: {
    data: {
      ...sums,
      opening: 8_000,
      closing: 12_600,
      unit: 'day',
      series: [{ from: '2026-11-20T00:00:00.000Z', at: '2026-11-20T18:31:04.000Z', ...sums, closing: 12_600 }],
    },
    meta: { now: drawsAt, timeZone: 'Africa/Abidjan' },
  },
  Ticket: { ...ticket, status: 'win', payout: 1_000, result, places: [true] },
  WithdrawAnswer: { data: { ...payment, direction: 'withdrawal', status: 'created', redirectUrl: null } },
};

/**
 * Values of fields and of the data of events by their names, which tell more than the type does. The first one that fits the field's schema is taken. A field
 * that holds text needs an entry, unless its format or its choices give one.
 */
export const ofFields: Readonly<Record<string, readonly unknown[]>> = {
  address: ['12 rue du Commerce'],
  amount: [5_000],
  apiKey: ['AIzaSyB-example'],
  attestationObject: ['o2NmbXRkbm9uZQ'],
  auth: ['8eDyX_uCN0XRhSbY5hs7Hg'],
  authenticatorData: ['SZYN5YgOjGh0NBcPZHZgW4'],
  balance: [12_500],
  bands: [[28, 30, 27, 31, 29, 28, 30, 29, 27, 29]],
  betAmount: [200],
  birthDate: ['1994-05-17'],
  chain: ['52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'],
  challenge: ['p5aV2uHXr0AOqUk7HQitvi'],
  city: ['Abidjan'],
  clientDataJSON: ['eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'],
  closesAt: ['2026-11-20T18:34:50.000Z'],
  code: ['482915'],
  country: ['CI'],
  credentialId: ['Ft7kQ2mX9aZcW4uB'],
  currentPassword: ['a good password'],
  date: ['2026-11-20'],
  day: ['2026-11-20'],
  dep: [12_500],
  device: ['Chrome on Android'],
  draws: [drawId, 288],
  'draw.drawn': [{ id: drawId, status: 'drawn', sealedAt: drawChange.sealedAt, drawnAt: drawChange.drawnAt, result }],
  'draw.sealed': [{ id: drawId, status: 'closed', sealedAt: drawChange.sealedAt }],
  'draw.void': [{ id: drawId, status: 'void', calledOff: { at: '2026-11-20T12:00:00.000Z', reason: 'A power cut.' } }],
  email: ['ama@example.com', { address: 'ama@example.com', verified: true }],
  endpoint: ['https://push.example/send/abc'],
  endpointHash: [hash],
  everyMinutes: [5, 15],
  expiresAt: ['2026-11-20T18:45:00.000Z'],
  expiresOn: ['2031-04-30'],
  firstName: ['Ama'],
  flow: [flow],
  from: ['2026-11-20'],
  hours: [['18', '19']],
  id: ['Ft7kQ2mX9aZcW4uB', 42],
  idToken: ['eyJhbGciOiJSUzI1NiJ9.e30.c2ln'],
  identifier: ['+2250701020322'],
  jwt: [flow],
  key: [hash],
  label: ['Mobile money'],
  last4: ['4821'],
  lastName: ['Koné'],
  locale: ['fr'],
  max: [1_000_000],
  method: ['mobile_money'],
  min: [200],
  minute: ['35'],
  name: ['My phone', 'IziOne'],
  number: ['CI0012345', 3],
  p256dh: ['BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'],
  password: ['a good password'],
  passwordConfirmation: ['a good password'],
  payouts: [980_000],
  phone: ['+2250701020322', { number: '+2250701020322', verified: true, asked: null }],
  provider: ['fedapay'],
  quietFrom: ['22:00'],
  quietTo: ['07:00'],
  rawId: ['Ft7kQ2mX9aZcW4uB'],
  reason: ['The beacon was late.'],
  recoveryCode: ['3-7K2M-9QXA-V0TR'],
  recoveryCodes: [['3-7K2M-9QXA-V0TR']],
  reference: [uuid],
  refunded: [0],
  resendAt: ['2026-11-20T18:36:00.000Z'],
  role: ['client'],
  rpId: ['izi.example'],
  rules: ['izi-1'],
  rulesHash: [hash],
  secret: ['JBSWY3DPEHPK3PXP'],
  selectedNumbers: [['7']],
  sentence: ['Sales of IziOne are stopped for a moment.'],
  serial: ['0K3M-7Q9X-T2VB'],
  signature: [hash, 'MEUCIQDx3k'],
  smsFrom: [10_000],
  staked: [4_000],
  stakes: [1_250_000],
  step: [5],
  stops: [[], 0],
  tickets: [4_120],
  timeZone: ['Africa/Abidjan'],
  timeout: [300_000],
  to: ['2026-11-20', '+2250701020322'],
  token: [flow],
  transports: [['internal']],
  unexplained: [0],
  uri: ['otpauth://totp/Izi:ama?secret=JBSWY3DPEHPK3PXP'],
  url: ['/api/games/izi-1'],
  userHandle: ['NDI'],
  win: [3_400],
  won: [610],
};

/** Examples of the other texts, by their format. */
const formats: Readonly<Record<string, string>> = {
  'date-time': drawsAt,
  date: '2026-11-20',
  uuid,
};

/**
 * An example of what a schema describes, put together from the examples of its fields. What may be null is null, unless its name gives
 * a value.
 *
 * @param name of the field or event that holds it
 * @param whole examples of whole shapes, by their names
 * @throws Error for a text that nothing says an example of
 */
export function exampleOf(
  schema: JsonSchema,
  shapes: Shapes,
  name = '',
  whole: Readonly<Record<string, unknown>> = ofShapes,
): unknown {
  if (schema.$ref !== undefined) {
    const shape = schema.$ref.split('/').at(-1)!;
    return whole[shape] ?? exampleOf(shapes[shape]!, shapes, name, whole);
  }
  const known = ofFields[name]?.find((value) => fits(value, schema, shapes));
  if (known !== undefined) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) {
    const options = schema.anyOf as JsonSchema[];
    return options.some(({ type }) => type === 'null') ? null : exampleOf(options[0]!, shapes, name, whole);
  }
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, one]) => [
          field,
          exampleOf(one as JsonSchema, shapes, field, whole),
        ]),
      );
    case 'array':
      return [exampleOf(schema.items as JsonSchema, shapes, name, whole)];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return exampleOfText(schema, name);
  }
}

function exampleOfText(schema: JsonSchema, name: string): string {
  const { type, format, pattern } = schema;
  const texts = [formats[format ?? ''], hash, formats['uuid']];
  const isKnown = type === 'string' && (format !== undefined || pattern !== undefined);
  const text = isKnown ? texts.find((one) => one !== undefined && fitsText(one, schema)) : undefined;
  if (text === undefined) throw new Error(`nothing says an example of ${name}, ${JSON.stringify(schema)}`);
  return text;
}

/** Whether a value may stand in a field, as far as it takes to choose between examples. A test holds them all to their schemas. */
function fits(value: unknown, schema: JsonSchema, shapes: Shapes): boolean {
  if (schema.$ref !== undefined) return fits(value, shapes[schema.$ref.split('/').at(-1)!]!, shapes);
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => fits(value, one as JsonSchema, shapes));
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum !== undefined) return schema.enum.includes(value as string);
  if (value === null) return schema.type === 'null';
  if (Array.isArray(value)) {
    return schema.type === 'array' && value.every((one) => fits(one, schema.items as JsonSchema, shapes));
  }
  if (typeof value === 'number') return schema.type === 'integer' || schema.type === 'number';
  if (typeof value === 'string') return schema.type === 'string' && fitsText(value, schema);
  return typeof value === schema.type;
}

const ofFormats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

function fitsText(text: string, { format, pattern }: JsonSchema): boolean {
  return (ofFormats[format ?? '']?.test(text) ?? true) && (pattern === undefined || new RegExp(pattern).test(text));
}
