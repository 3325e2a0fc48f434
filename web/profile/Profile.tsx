import type { User } from '#contract/identity.ts';
import { useMe } from '../api/client.ts';
import { Failure } from '../api/Failure.tsx';
import { Page } from '../layout/Page.tsx';
import { signOut } from '../session/signOut.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { words } from '../words/en/profile.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { PersonalData } from './PersonalData.tsx';
import styles from './Profile.module.css';
import { Sessions } from './Sessions.tsx';

export default function Profile() {
  const me = useMe();
  return (
    <Page title={words.title} lead={me.data && nameOf(me.data)}>
      <div className={styles.columns}>
        <Card title={words.data.title}>
          {me.data && <PersonalData me={me.data} />}
          {me.isPending && <Skeleton lines={8} />}
          {me.error && !me.data && <Failure error={me.error} onRetry={me.refetch} retrying={me.isFetching} />}
        </Card>
        <div className={styles.column}>
          <Card title={words.password.title}>
            <ChangePassword identifier={me.data?.phone ?? ''} />
          </Card>
          <Card title={words.sessions.title}>
            <Sessions />
            <div className={styles.logOut}>
              <Button variant="secondary" icon="logOut" block onClick={signOut}>
                {words.logOut}
              </Button>
            </div>
          </Card>
        </div>
      </div>
    </Page>
  );
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`;
}
