import { Page } from '../layout/Page.tsx';

export default function Results() {
  return <Page title="Results">{null}</Page>;
}
