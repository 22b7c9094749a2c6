// CouchDB's protocol on LevelDB. PORT and FOLDER configure it; prints `ready` when it listens.
import express from 'express';
import expressPouchDB from 'express-pouchdb';
import leveldb from 'pouchdb-adapter-leveldb';
import PouchDB from 'pouchdb-core';

const OnDisk = PouchDB.plugin(leveldb).defaults({ prefix: `${process.env.FOLDER}/` });
const app = express();
app.use('/pouch', expressPouchDB(OnDisk, { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: `${process.env.FOLDER}/log.txt` }));
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
