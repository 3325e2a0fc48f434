import { useRoute } from 'wouter';
import { OneRequest } from './OneRequest.tsx';
import { RequestList } from './RequestList.tsx';

/** The acts that take two: the list, and one request with its answer. */
export default function Requests() {
  const [, params] = useRoute('/requests/:id');
  return params ? <OneRequest key={params.id} id={params.id} /> : <RequestList />;
}
