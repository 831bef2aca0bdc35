package backup

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"slices"
	"strings"

	"filippo.io/age"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/platform/errs"
)

// Seal is how an object is stored that is encrypted with age. The size and the hex SHA-256 are those of
// the encrypted bytes, so that they can be verified without the key.
type Seal struct {
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
	Ending string `json:"ending"` // of the key; it differs for other recipients
}

// Recipients are the keys that a backup is encrypted for.
type Recipients struct {
	texts  []string
	keys   []age.Recipient
	ending string
}

// ParseRecipients reads public keys of age, such as age1…; nil for none.
func ParseRecipients(texts []string) (*Recipients, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	all := strings.Join(texts, "\n")
	keys, err := age.ParseRecipients(strings.NewReader(all))
	if err != nil {
		return nil, errs.New(
			errs.Invalid,
			"bad_recipient",
			"%q is not a recipient of age. Write the public key that age-keygen prints, which begins with age1.",
			strings.Join(texts, ", "),
		).Because(
			err,
		)
	}
	return &Recipients{texts: texts, keys: keys, ending: ".age-" + sumOf([]byte(all))[:8]}, nil
}

// Identities are secret keys that decrypt backups.
type Identities []age.Identity

// ParseIdentities reads the file with secret keys that age-keygen writes.
func ParseIdentities(r io.Reader) (Identities, error) {
	list, err := age.ParseIdentities(r)
	if err != nil {
		return nil, errs.New(
			errs.Invalid,
			"bad_identity",
			"The file is not an identity file of age. Name the file that age-keygen wrote, not protected by a passphrase: it has a line that begins with AGE-SECRET-KEY-.",
		).Because(
			err,
		)
	}
	return list, nil
}

// seal encrypts the content of r, which is not read after the result is closed.
func (rs *Recipients) seal(r io.Reader) io.ReadCloser {
	out, in := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		w, err := age.Encrypt(in, rs.keys...)
		if err == nil {
			if _, err = io.Copy(w, r); err == nil {
				err = w.Close()
			}
		}
		in.CloseWithError(err)
	}()
	return opened{out, closing(func() error {
		err := out.Close()
		<-done
		return err
	})}
}

// opened is content that comes out of another form.
type opened struct {
	io.Reader
	io.Closer
}

type closing func() error

// Close implements io.Closer.
func (c closing) Close() error { return c() }

// Encrypted reports whether the objects of the backup are encrypted.
func (m *Manifest) Encrypted() bool { return len(m.Recipients) > 0 }

// Unlock sets the identities that decrypt the backup, and returns an error with a remedy if they
// are not those of the backup.
func (m *Manifest) Unlock(ctx context.Context, place *blob.Bucket, identities Identities) error {
	if !m.Encrypted() {
		return nil
	}
	whose := strings.Join(m.Recipients, ", ")
	if len(identities) == 0 {
		return errs.New(
			errs.Invalid,
			"encrypted_backup",
			"The backup %s is encrypted for %s. Name the file with the identity of age with --identity.",
			m.ID,
			whose,
		)
	}
	m.identities = identities
	err := m.each(func(o Object, _ string) error {
		opens, err := o.opens(ctx, place, identities)
		if opens {
			return errOpened
		}
		return err
	})
	switch {
	case errors.Is(err, errOpened):
		return nil
	case err != nil:
		return errs.New(
			errs.Invalid,
			"wrong_identity",
			"The file of --identity does not decrypt the backup %s, which is encrypted for %s. Name the file with the identity of this recipient.",
			m.ID,
			whose,
		).Because(
			err,
		)
	}
	return nil // all damaged, which Verify names
}

// errOpened ends a search for an object that can be decrypted.
var errOpened = errors.New("decrypted")

// opens reports whether the identities decrypt an object. The error is that of wrong identities; that of a
// damaged object is nil.
func (o Object) opens(ctx context.Context, place *blob.Bucket, identities Identities) (opens bool, wrong error) {
	r, err := o.open(ctx, place, identities)
	if err == nil {
		return true, r.Close()
	}
	var match *age.NoIdentityMatchError
	if errors.As(err, &match) && o.check(ctx, place, nil) == nil {
		wrong = err
	}
	return false, wrong
}

// open reads an object. Its end is an error if the content is not the object.
func (o Object) open(ctx context.Context, place *blob.Bucket, identities Identities) (io.ReadCloser, error) {
	if o.Sealed == nil {
		return checked(ctx, place, o.key(), o)
	}
	r, err := place.OpenRange(ctx, o.key(), 0, -1)
	if err != nil {
		return nil, err
	}
	plain, err := age.Decrypt(r, identities...)
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return &checking{ReadCloser: opened{plain, r}, want: o, hash: sha256.New()}, nil
}

// check reads an object as it is stored and, with identities, its content.
func (o Object) check(ctx context.Context, place *blob.Bucket, identities Identities) error {
	if _, err := measure(ctx, place, o.key(), o.stored().SHA256); err != nil || o.Sealed == nil || len(identities) == 0 {
		return err
	}
	r, err := o.open(ctx, place, identities)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r)
	return errors.Join(err, r.Close())
}

// stored returns size and hash of an object as it is in the place.
func (o Object) stored() Object {
	if o.Sealed == nil {
		return o
	}
	return Object{SHA256: o.Sealed.SHA256, Size: o.Sealed.Size}
}

// seals returns how objects were encrypted for the recipients by earlier backups, by hash.
func (rs *Recipients) seals(ctx context.Context, place *blob.Bucket) (map[string]*Seal, error) {
	list, _, err := List(ctx, place)
	known := map[string]*Seal{}
	for _, m := range list {
		_ = m.each(func(o Object, _ string) error {
			if o.Sealed != nil && o.Sealed.Ending == rs.ending {
				known[o.SHA256] = o.Sealed
			}
			return nil
		})
	}
	return known, err
}
