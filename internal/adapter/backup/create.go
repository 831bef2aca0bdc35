package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Options are the settings of a backup.
type Options struct {
	Program string // version
	Now     func() time.Time
	// Quick compares content that is in the place already by its size only, and does not read it.
	Quick bool
	// Recipients are the keys that the backup is encrypted for; nil for none.
	Recipients *Recipients
	Show       func(stage string, done, total int64) // progress
}

// Report counts what a backup did with objects.
type Report struct {
	Written, Shared, Replaced int   // new, there already, and damaged in the place and written again
	WrittenBytes, SharedBytes int64 // new and replaced ones, and the others
}

// snapshots is how often rows are read again because files of theirs were deleted meanwhile.
const snapshots = 10

// Create writes a backup of database and files. A file that is missing or damaged is in Missing.
func Create(ctx context.Context, db *store.Store, files, place *blob.Bucket, opt Options) (m *Manifest, r *Report, err error) {
	c := &creating{db: db, files: files, place: place, opt: opt, report: &Report{}, there: map[string]int64{}, sound: map[string]bool{}}
	started := opt.Now().UTC().Truncate(time.Millisecond)
	mark := running + started.Format(timeForm)
	if err := place.Check(ctx); err != nil {
		return nil, nil, err
	}
	if _, _, err := place.Put(ctx, mark, strings.NewReader("")); err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, place.Delete(context.WithoutCancel(ctx), mark)) }()
	if err := c.look(ctx); err != nil {
		return nil, nil, err
	}
	if err := c.ahead(ctx); err != nil {
		return nil, nil, err
	}
	var gone []File
	for i := range snapshots {
		before := gone
		if m, gone, err = c.state(ctx, func(gone []File) bool { return same(gone, before) || i == snapshots-1 }); err != nil {
			return nil, nil, err
		}
		if m.Tables != nil {
			break
		}
	}
	for _, f := range gone {
		m.Missing = append(m.Missing, Missing{f.Key, "missing"})
	}
	m.Format, m.ID, m.At, m.Program = format, started.Format(timeForm), started, opt.Program
	if opt.Recipients != nil {
		m.Format, m.Recipients = encrypted, opt.Recipients.texts
	}
	if m.Identity, err = db.InstallationID(ctx); err != nil {
		return nil, nil, err
	}
	if err := m.exists(ctx, place); err != nil {
		return nil, nil, err
	}
	return m, c.report, m.write(ctx, place)
}

func same(a, b []File) bool {
	keys := map[string]bool{}
	for _, f := range b {
		keys[f.Key] = true
	}
	for _, f := range a {
		if !keys[f.Key] {
			return false
		}
	}
	return true
}

// look learns what the place has.
func (c *creating) look(ctx context.Context) (err error) {
	if c.there, err = present(ctx, c.place); err == nil && c.opt.Recipients != nil {
		c.seals, err = c.opt.Recipients.seals(ctx, c.place)
	}
	return err
}

// present returns the sizes of the objects of a place by name.
func present(ctx context.Context, place *blob.Bucket) (map[string]int64, error) {
	there := map[string]int64{}
	err := place.List(ctx, objects, func(o blob.Object) error {
		there[o.Key[strings.LastIndexByte(o.Key, '/')+1:]] = o.Size
		return nil
	})
	return there, err
}

// exists returns an error if an object of the backup is absent or of another size.
func (m *Manifest) exists(ctx context.Context, place *blob.Bucket) error {
	there, err := present(ctx, place)
	if err != nil {
		return err
	}
	return m.each(func(o Object, what string) error {
		if size, is := there[o.name()]; !is || size != o.stored().Size {
			return fmt.Errorf("%s of %s is missing or has another size", o.key(), what)
		}
		return nil
	})
}

// creating is a backup that is being written.
type creating struct {
	db           *store.Store
	files, place *blob.Bucket
	opt          Options
	report       *Report
	there        map[string]int64 // sizes of the objects in the place, by name
	seals        map[string]*Seal // how objects are encrypted, by hash
	sound        map[string]bool  // objects that were read again, by hash
}

// ahead copies the files of the present rows, which takes the longest, before the state of the backup
// is read.
func (c *creating) ahead(ctx context.Context) (err error) {
	m := &Manifest{}
	err = c.db.Snapshot(ctx, func(v *store.Snapshot) error {
		m.Files, err = named(ctx, v, c.files)
		return err
	})
	if err == nil {
		_, err = c.copy(ctx, m)
	}
	return err
}

// state writes one state of the database: the files that were added meanwhile, and the rows. Files
// that are absent were deleted after the state was read, or are lost. Unless lost reports that, there
// are no tables.
func (c *creating) state(ctx context.Context, lost func(gone []File) bool) (m *Manifest, gone []File, err error) {
	m = &Manifest{Missing: []Missing{}}
	err = c.db.Snapshot(ctx, func(v *store.Snapshot) error {
		m.Schema = v.Schema
		if m.Audit.Seq, m.Audit.Hash, err = v.AuditHead(ctx); err != nil {
			return err
		}
		if m.Files, err = named(ctx, v, c.files); err != nil {
			return err
		}
		if gone, err = c.copy(ctx, m); err != nil || len(gone) > 0 && !lost(gone) {
			return err
		}
		for i, t := range v.Tables {
			c.opt.Show("rows", int64(i), int64(len(v.Tables)))
			table, err := c.table(ctx, v, t)
			if err != nil {
				return err
			}
			m.Tables = append(m.Tables, *table)
		}
		return nil
	})
	return m, gone, err
}

func (c *creating) table(ctx context.Context, v *store.Snapshot, t store.Table) (*Table, error) {
	p, err := newParts(func(content []byte) (Object, error) {
		o := Object{SHA256: sumOf(content), Size: int64(len(content))}
		err := c.keep(ctx, &o, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil })
		return o, err
	})
	if err != nil {
		return nil, err
	}
	table := &Table{Table: t}
	if table.Rows, table.SHA256, err = lines(ctx, v, t, p.add); err != nil {
		return nil, err
	}
	err = p.end()
	table.Parts = p.done
	return table, err
}

// named lists the files that the rows of a snapshot name, each key once. SHA256 is "" where no row
// has it.
func named(ctx context.Context, v *store.Snapshot, files *blob.Bucket) (list []File, err error) {
	sums, err := v.Sums(ctx)
	if err != nil {
		return nil, err
	}
	known, seen := map[string]Object{}, map[string]bool{}
	for _, f := range sums {
		known[f.Keys[0]] = Object{SHA256: f.SHA256, Size: f.Size}
	}
	add := func(key string, o Object) {
		if sum, is := known[key]; is {
			o = sum
		}
		if !seen[key] {
			seen[key] = true
			list = append(list, File{Key: key, Object: o})
		}
	}
	err = v.Stored(ctx, func(f file.Stored) error {
		for _, key := range f.Keys {
			o := Object{Size: -1}
			if len(f.Keys) == 1 {
				o = Object{SHA256: f.SHA256, Size: f.Size}
			}
			add(key, o)
		}
		if f.Prefix == "" {
			return nil
		}
		first, _ := slices.BinarySearchFunc(sums, f.Prefix, func(s file.Stored, prefix string) int { return strings.Compare(s.Keys[0], prefix) })
		under := sums[first:]
		for len(under) > 0 && strings.HasPrefix(under[0].Keys[0], f.Prefix) {
			add(under[0].Keys[0], Object{})
			under = under[1:]
		}
		if len(under) < len(sums[first:]) {
			return nil
		}
		// A version before checksums stored them.
		return files.List(ctx, f.Prefix, func(o blob.Object) error {
			add(o.Key, Object{Size: o.Size})
			return nil
		})
	})
	return list, err
}

// copy writes the files of a backup and returns those that are absent. It moves damaged ones from
// Files to Missing.
func (c *creating) copy(ctx context.Context, m *Manifest) (gone []File, err error) {
	all := m.Files
	m.Files = make([]File, 0, len(all))
	for i, f := range all {
		c.opt.Show("files", int64(i), int64(len(all)))
		err := c.file(ctx, &f)
		switch {
		case err == nil:
			m.Files = append(m.Files, f)
		case errs.Is(err, errs.NotFound):
			gone = append(gone, f)
		case errors.Is(err, errDamaged):
			m.Missing = append(m.Missing, Missing{f.Key, "damaged"})
		default:
			return nil, fmt.Errorf("file %s: %w", f.Key, err)
		}
	}
	return gone, nil
}

// file writes a file, and completes its hash and size.
func (c *creating) file(ctx context.Context, f *File) (err error) {
	if f.Size < 0 || f.SHA256 == "" {
		if f.Object, err = measure(ctx, c.files, f.Key, f.SHA256); err != nil {
			return err
		}
	}
	content := f.Object
	return c.keep(ctx, &f.Object, func() (io.ReadCloser, error) { return checked(ctx, c.files, f.Key, content) })
}

// measure reads a blob, which must have the hash want unless that is "".
func measure(ctx context.Context, files *blob.Bucket, key, want string) (o Object, err error) {
	r, err := files.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return o, err
	}
	hash := sha256.New()
	o.Size, err = io.Copy(hash, r)
	o.SHA256 = hex.EncodeToString(hash.Sum(nil))
	if err == nil && want != "" && o.SHA256 != want {
		err = errDamaged
	}
	return o, errors.Join(err, r.Close())
}

// keep writes an object unless the place has it, and reads it again there. It completes how the object
// is encrypted.
func (c *creating) keep(ctx context.Context, o *Object, open func() (io.ReadCloser, error)) error {
	o.Sealed = c.seals[o.SHA256]
	if c.sound[o.SHA256] {
		return nil
	}
	size, is := c.there[o.name()]
	is = is && (o.Sealed != nil || c.opt.Recipients == nil)
	if is && size == o.stored().Size && c.opt.Quick {
		return c.shared(*o)
	}
	if is {
		_, err := measure(ctx, c.place, o.key(), o.stored().SHA256)
		if err == nil {
			return c.shared(*o)
		}
		if !errors.Is(err, errDamaged) {
			return err
		}
	}
	if err := c.write(ctx, o, open); err != nil {
		return err
	}
	c.sound[o.SHA256] = true
	c.report.WrittenBytes += o.Size
	if is {
		c.report.Replaced++
	} else {
		c.report.Written++
	}
	return nil
}

// write writes an object, encrypted if there are recipients, and reads it again.
func (c *creating) write(ctx context.Context, o *Object, open func() (io.ReadCloser, error)) error {
	r, err := open()
	if err != nil {
		return err
	}
	if c.opt.Recipients == nil {
		_, _, err = c.place.Put(ctx, o.key(), r)
	} else {
		err = c.seal(ctx, o, r)
	}
	if err := errors.Join(err, r.Close()); err != nil {
		return err
	}
	if _, err := measure(ctx, c.place, o.key(), o.stored().SHA256); err != nil {
		return errs.New(
			errs.Unavailable,
			"unsound_place",
			"%s was written and reads differently. Check the disk of the backups.",
			o.key(),
		).Because(
			errors.New(err.Error()),
		)
	}
	return nil
}

// seal writes an object encrypted.
func (c *creating) seal(ctx context.Context, o *Object, content io.Reader) (err error) {
	r := c.opt.Recipients.seal(content)
	o.Sealed = &Seal{Ending: c.opt.Recipients.ending}
	o.Sealed.Size, o.Sealed.SHA256, err = c.place.Put(ctx, o.key(), r)
	c.seals[o.SHA256] = o.Sealed
	return errors.Join(err, r.Close())
}

func (c *creating) shared(o Object) error {
	c.sound[o.SHA256] = true
	c.report.Shared++
	c.report.SharedBytes += o.Size
	return nil
}
