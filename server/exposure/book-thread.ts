// A worker thread that keeps the books of some draws and reads from them what is asked for, one question after the other.
import { parentPort } from 'node:worker_threads';
import { openExposure, type ExposureBook } from '#domain/exposure/exposure.ts';
import type { Question, Readings } from './book-questions.ts';
import { unpackSums } from './packed-sums.ts';
import { readBook } from './read-book.ts';

const books = new Map<string, ExposureBook>();

type ReadQuestion = Extract<Question, { kind: 'read' }>;

function answer({ book: name, begins, settled, recent, reading }: ReadQuestion): Readings[keyof Readings] {
  const book = begins ? openExposure() : books.get(name!);
  if (!book) throw new Error(`there is no book ${name}`);
  // A book to which nothing can be added is dropped, and begun again under another name.
  if (name !== null) books.delete(name);
  book.add(unpackSums(settled));
  if (name !== null) books.set(name, book);
  if (recent.length === 0) return readBook(book, reading);
  const now = name === null ? book : book.copy();
  now.add(unpackSums(recent));
  return readBook(now, reading);
}

parentPort!.on('message', (question: Question) => {
  if (question.kind === 'forget') {
    books.delete(question.book);
    return;
  }
  try {
    parentPort!.postMessage({ answer: answer(question) }, []);
  } catch (error) {
    parentPort!.postMessage({ error }, []);
  }
});
