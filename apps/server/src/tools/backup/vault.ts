import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { PassThrough, Transform } from 'node:stream';
import { BackupError } from './errors.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** How the files of one backup are kept: encrypted with a key of its own, or as they are. */
export type Vault = {
  /** In hexadecimal, for the manifest; null where nothing is encrypted. */
  salt: string | null;
  /** What a file's bytes pass on their way to the disk. @param name of the file inside the backup: it cannot stand for another */
  seal(name: string): Transform;
  /** And on their way back. The end fails when a byte was changed, so nothing may be used before it. */
  open(name: string): Transform;
  /** Proof that the manifest was written by a holder of the key; null where nothing is encrypted. */
  proofOf(manifest: string): string | null;
};

const plain: Vault = {
  salt: null,
  seal: () => new PassThrough(),
  open: () => new PassThrough(),
  proofOf: () => null,
};

/** A new backup's vault: AES-256-GCM under a key derived for this backup alone, plain without a key. */
export function createVault(backupKey: string | undefined): Vault {
  return backupKey ? encrypted(backupKey, randomBytes(16).toString('hex')) : plain;
}

/** @throws BackupError when the backup is encrypted and there is no key, or the other way round */
export function openVault(backupKey: string | undefined, salt: string | null): Vault {
  if (salt !== null && !backupKey) {
    throw new BackupError('This backup is encrypted: set BACKUP_KEY to the key it was made with.');
  }
  if (salt === null && backupKey) {
    throw new BackupError(
      'BACKUP_KEY is set, but this backup is not encrypted. Unset it to restore this one.',
    );
  }
  return salt !== null && backupKey ? encrypted(backupKey, salt) : plain;
}

export function isSameProof(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function encrypted(backupKey: string, salt: string): Vault {
  const derive = (what: string) =>
    Buffer.from(hkdfSync('sha256', backupKey, Buffer.from(salt, 'hex'), `stint backup ${what}`, 32));
  const [fileKey, proofKey] = [derive('files'), derive('manifest')];
  return {
    salt,
    seal: (name) => sealStream(fileKey, name),
    open: (name) => openStream(fileKey, name),
    proofOf: (manifest) => createHmac('sha256', proofKey).update(manifest).digest('hex'),
  };
}

/** Nonce, ciphertext, tag (NIST SP 800-38D). */
function sealStream(key: Buffer, name: string): Transform {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
  stream.push(iv);
  return stream;
}

function openStream(key: Buffer, name: string): Transform {
  let decipher: ReturnType<typeof createDecipheriv> | null = null;
  // The tag comes last, so as many bytes as it has are always kept back.
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = Buffer.concat([held, chunk]);
      if (!decipher) {
        if (held.length < IV_BYTES) return done();
        decipher = createDecipheriv('aes-256-gcm', key, held.subarray(0, IV_BYTES)).setAAD(Buffer.from(name));
        held = held.subarray(IV_BYTES);
      }
      if (held.length <= TAG_BYTES) return done();
      const body = held.subarray(0, held.length - TAG_BYTES);
      held = held.subarray(held.length - TAG_BYTES);
      return done(null, decipher.update(body));
    },
    flush(done) {
      try {
        if (!decipher || held.length !== TAG_BYTES) throw new Error('the file is cut off');
        (decipher as ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }).setAuthTag(
          held,
        );
        done(null, decipher.final());
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
