import { Page } from '../layout/Page.tsx';

export default function Profile() {
  return <Page title="Profile">{null}</Page>;
}
