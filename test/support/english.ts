import { setMessages } from '../../src/dashboard/messages.ts';
import { APP_FILES, compiledMessages } from '../../src/messages/catalogues.ts';

/* Runs before every test file without a browser, and for texts that a page should show: gives the web app's code its messages in English. */
setMessages(compiledMessages('en', [...APP_FILES.statistics, ...APP_FILES.manage]));
