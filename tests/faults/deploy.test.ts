import { deployUnderLoad } from './deploy.ts';

deployUnderLoad(1);
