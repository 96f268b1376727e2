import type { Draft, FormOf } from '../form.ts';
import type { httpRequest } from './definition.ts';

const sendsBody = ({ method }: Draft): boolean => method !== 'GET' && method !== 'DELETE';
const isUnrepeatable = ({ method }: Draft): boolean =>
  method === undefined || method === 'POST' || method === 'PATCH';

export const httpRequestForm: FormOf<typeof httpRequest> = {
  kind: 'http_request',
  intro: 'Calls an address on the web, and keeps the answer for later steps.',
  fields: {
    method: {
      label: 'Method',
      group: 'basic',
      required: false,
      widget: {
        kind: 'choice',
        as: 'list',
        options: [
          { value: 'GET', label: 'GET', help: 'Reads something' },
          { value: 'POST', label: 'POST', help: 'Makes or starts something' },
          { value: 'PUT', label: 'PUT', help: 'Sets something, again and again the same' },
          { value: 'PATCH', label: 'PATCH', help: 'Changes a part of something' },
          { value: 'DELETE', label: 'DELETE', help: 'Removes something' },
        ],
      },
    },
    url: {
      label: 'Address',
      placeholder: 'https://api.example.com/orders/{{ trigger.order_id }}',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'one', holds: 'url' },
    },
    body: {
      label: 'Body',
      help: 'Use | json for values inside JSON, so that quotes stay whole.',
      placeholder: '{ "email": {{ contact.email | json }} }',
      group: 'basic',
      required: false,
      widget: { kind: 'liquid', lines: 'many', holds: 'body' },
      visible: sendsBody,
    },
    headers: {
      label: 'Headers',
      group: 'basic',
      required: false,
      widget: {
        kind: 'key_values',
        values: 'text',
        key: { label: 'Header', placeholder: 'Content-Type' },
        value: { label: 'Value', placeholder: 'application/json' },
        add: 'Add a header',
        suggestions: [
          { value: 'Content-Type', label: 'Content-Type' },
          { value: 'Accept', label: 'Accept' },
        ],
      },
    },
    connection: {
      label: 'Credentials',
      help: 'A connection that adds them. They are never shown in the run.',
      group: 'basic',
      required: false,
      widget: { kind: 'connection', of: 'http' },
    },
    honoursKey: {
      label: 'The address honours Idempotency-Key',
      help: 'Then a call whose answer was lost is sent again safely. Otherwise a person is asked.',
      group: 'advanced',
      required: false,
      widget: { kind: 'switch' },
      visible: isUnrepeatable,
    },
    timeoutSeconds: {
      label: 'Give up after',
      group: 'advanced',
      required: false,
      widget: { kind: 'number', min: 1, max: 120, step: 1, whole: true, unit: 'seconds' },
    },
    successCodes: {
      label: 'Answers that count as success',
      help: 'Left empty, every code from 200 to 299.',
      placeholder: '200, 404',
      group: 'advanced',
      required: false,
      widget: { kind: 'status_codes' },
    },
  },
  empty: () => ({
    method: 'POST',
    url: '',
    headers: { 'Content-Type': 'application/json' },
    body: '{ "email": {{ contact.email | json }} }',
    timeoutSeconds: 30,
  }),
};
