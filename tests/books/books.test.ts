import { proveBooks } from './prove-books.ts';

proveBooks(60);
