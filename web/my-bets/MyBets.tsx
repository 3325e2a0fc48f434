import { Page } from '../layout/Page.tsx';

export default function MyBets() {
  return <Page title="MyBets">{null}</Page>;
}
