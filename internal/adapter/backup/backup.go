// Package backup copies an installation: all rows of its database at one point in time and the files
// that they name. It writes copies into a folder or a bucket, checks them there, restores them into
// either engine and either file store, and copies from one installation to another. It imports store
// and blob. Who may do so and which installation it is are decided by its callers.
//
// A place for backups contains:
//
//	objects/ab/abcd…     content by its hex SHA-256, shared by all backups of the place: files as they
//	                     are, and rows as JSON lines compressed with zstd
//	backups/TIME-SHA.json the manifest of one backup, with the SHA-256 of the manifest in its name
//	objects/ab/abcd….age-1234abcd the same, encrypted with age
//	running/TIME          a backup that is being written
//
// A manifest is written last and at once. What no manifest names is not a backup.
package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/errs"
)

const (
	objects   = "objects/"
	manifests = "backups/"
	running   = "running/"
	ending    = ".json" // of manifests
	format    = 1
	encrypted = 2 // format of an encrypted backup, which an older program refuses
	timeForm  = "20060102T150405.000Z"
)

// Manifest describes one backup.
type Manifest struct {
	Format   int       `json:"format"`
	ID       string    `json:"id"` // time of the backup, as 20261128T171500.000Z
	At       time.Time `json:"at"`
	Program  string    `json:"program"`  // version that made it
	Schema   int64     `json:"schema"`   // version of the database
	Identity string    `json:"identity"` // of database and files
	Audit    blob.Head `json:"audit"`    // newest entry of the audit trail
	Tables   []Table   `json:"tables"`
	Files    []File    `json:"files"`
	Missing  []Missing `json:"missing"` // empty in a complete backup
	// Recipients are the public keys of age that the objects are encrypted for.
	Recipients []string `json:"recipients,omitempty"`

	key        string     // of the manifest
	identities Identities // to decrypt the objects
}

// Table is the content of a table.
type Table struct {
	store.Table
	Rows   int64    `json:"rows"`
	SHA256 string   `json:"sha256"` // of the rows as JSON lines
	Parts  []Object `json:"parts"`  // which together are the rows, compressed
}

// Object is content of a known size in bytes and hex SHA-256.
type Object struct {
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
	Sealed *Seal  `json:"sealed,omitempty"` // how it is stored, when it is encrypted
}

// File is a file of the installation.
type File struct {
	Key string `json:"key"`
	Object
}

// Missing is a file that rows name and that was missing or damaged when the backup was made.
type Missing struct {
	Key string `json:"key"`
	Why string `json:"why"`
}

// Rows returns the number of rows of all tables.
func (m *Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Bytes returns the size of all files.
func (m *Manifest) Bytes() (n int64) {
	for _, f := range m.Files {
		n += f.Size
	}
	return n
}

// each calls fn for every object of the backup once, with what it is.
func (m *Manifest) each(fn func(o Object, what string) error) error {
	seen := map[string]bool{}
	once := func(o Object, what string) error {
		if seen[o.key()] {
			return nil
		}
		seen[o.key()] = true
		return fn(o, what)
	}
	for _, t := range m.Tables {
		for _, o := range t.Parts {
			if err := once(o, "table "+t.Name); err != nil {
				return err
			}
		}
	}
	for _, f := range m.Files {
		if err := once(f.Object, "file "+f.Key); err != nil {
			return err
		}
	}
	return nil
}

func (o Object) key() string { return objects + o.SHA256[:2] + "/" + o.name() }

// name returns the last part of the key.
func (o Object) name() string {
	if o.Sealed == nil {
		return o.SHA256
	}
	return o.SHA256 + o.Sealed.Ending
}

// checked reads a blob that must be an object.
func checked(ctx context.Context, files *blob.Bucket, key string, o Object) (io.ReadCloser, error) {
	r, err := files.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	return &checking{ReadCloser: r, want: o, hash: sha256.New()}, nil
}

// errDamaged is the error of content that differs from its size and hash.
var errDamaged = errors.New("damaged: its content differs from its checksum")

// checking compares content with its hash, at its end.
type checking struct {
	io.ReadCloser
	want Object
	hash interface {
		io.Writer
		Sum([]byte) []byte
	}
}

// Read implements io.Reader.
func (c *checking) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	_, _ = c.hash.Write(p[:n]) // never fails
	if errors.Is(err, io.EOF) && hex.EncodeToString(c.hash.Sum(nil)) != c.want.SHA256 {
		return n, errDamaged
	}
	return n, err
}

// List returns the backups of a place, oldest first, and the keys of manifests that cannot be read
// or were changed.
func List(ctx context.Context, place *blob.Bucket) (list []*Manifest, bad []string, err error) {
	defer errs.Wrap(&err, "list backups")
	err = place.List(ctx, manifests, func(o blob.Object) error {
		if !strings.HasSuffix(o.Key, ending) {
			return nil // left by an interrupted write
		}
		m, err := read(ctx, place, o.Key)
		switch {
		case err == nil:
			list = append(list, m)
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			bad = append(bad, fmt.Sprintf("%s (%v)", o.Key, err))
		}
		return nil
	})
	return list, bad, err
}

// Find returns the backup whose id begins with a text, the newest for "".
func Find(ctx context.Context, place *blob.Bucket, id string) (*Manifest, error) {
	list, bad, err := List(ctx, place)
	if err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(list, func(m *Manifest) bool { return !strings.HasPrefix(strings.TrimPrefix(m.key, manifests), id) })
	damaged := ""
	if len(bad) > 0 {
		damaged = " Damaged: " + strings.Join(bad, ", ") + "."
	}
	switch {
	case len(found) == 0:
		return nil, errs.New(errs.NotFound, "no_backup", "There is no complete backup %q here. List them with cohortium backup list.%s", id, damaged)
	case id == "" && len(bad) > 0:
		return nil, errs.New(
			errs.Conflict,
			"damaged_backup",
			"The newest backup may be a damaged one. Choose one with --backup, such as %s.%s",
			found[len(found)-1].ID,
			damaged,
		)
	case id != "" && len(found) > 1:
		return nil, errs.New(errs.Conflict, "which_backup", "%d backups begin with %s. Add the beginning of the checksum: %s.", len(found), id, found[0].key)
	}
	return found[len(found)-1], nil
}

// read reads a manifest and compares it with the checksum in its name.
func read(ctx context.Context, place *blob.Bucket, key string) (*Manifest, error) {
	content, err := readAll(ctx, place, key)
	if err != nil {
		return nil, err
	}
	m := &Manifest{key: key}
	if key != manifests+nameOf(m, content, key) {
		return nil, errDamaged
	}
	if err := json.Unmarshal(content, m); err != nil {
		return nil, err
	}
	if m.Format != format && m.Format != encrypted {
		return nil, fmt.Errorf("format %d, which this program does not know; use a newer program", m.Format)
	}
	return m, nil
}

// nameOf returns the name of a manifest with the id of key or, if key is empty, of m.
func nameOf(m *Manifest, content []byte, key string) string {
	id := m.ID
	if key != "" {
		id, _, _ = strings.Cut(strings.TrimPrefix(key, manifests), "-")
	}
	return id + "-" + sumOf(content) + ending
}

// write writes the manifest, which makes the backup one, and reads it again.
func (m *Manifest) write(ctx context.Context, place *blob.Bucket) error {
	content, err := json.Marshal(m)
	if err != nil {
		return err
	}
	m.key = manifests + nameOf(m, content, "")
	if _, _, err := place.Put(ctx, m.key, bytes.NewReader(content)); err != nil {
		return err
	}
	_, err = read(ctx, place, m.key)
	return err
}

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func readAll(ctx context.Context, place *blob.Bucket, key string) (content []byte, err error) {
	r, err := place.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return io.ReadAll(r)
}
