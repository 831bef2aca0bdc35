package reference

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/private"
)

// adding is a file being added to the registry.
type adding struct {
	ctx  context.Context
	note *Note
	path string // of the copy, or of the prepared file
	came string // original name of the file
	// beside holds the files that belong to the prepared one, by the suffixes of their names.
	beside map[string]string
	// installed are the notes of all installed files.
	installed []Note
	merged    func(ctx context.Context) (io.ReadCloser, error) // of the source
}

// Source is a file to install.
type Source struct {
	Name string // name for people; the name of the installed file derives from it
	Open func(ctx context.Context) (io.ReadCloser, error)
	// Merged opens the file of replaced rs numbers of a table; nil for none.
	Merged func(ctx context.Context) (io.ReadCloser, error)
}

// fileAt returns the source of a file on this machine.
func fileAt(path string) Source { return Source{Name: path, Open: opens(path)} }

func opens(path string) func(context.Context) (io.ReadCloser, error) {
	return func(context.Context) (io.ReadCloser, error) { return os.Open(path) }
}

// Add is like AddFrom, for a file on this machine, without an audit entry.
func (r *Registry) Add(ctx context.Context, path string, want Note) (*Note, error) {
	return r.AddFrom(ctx, fileAt(path), want, func(*Note) error { return nil })
}

// AddMerged is like Add, for a table of rs numbers, with the file of those that were replaced
// unless merged is empty.
func (r *Registry) AddMerged(ctx context.Context, path, merged string, want Note) (*Note, error) {
	source := fileAt(path)
	if merged != "" {
		source.Merged = opens(merged)
	}
	return r.AddFrom(ctx, source, want, func(*Note) error { return nil })
}

// AddFrom copies a file into the registry, reads the copy to its end and writes its note. The
// statements in want are compared with the file; missing ones are taken from the file, the name
// from its file name. enter records the installation elsewhere; when it fails, nothing is
// installed. A file that cannot be used is a *RefusedError, and is removed.
func (r *Registry) AddFrom(ctx context.Context, source Source, want Note, enter func(*Note) error) (_ *Note, err error) {
	n := &want
	a := &adding{ctx: ctx, note: n, came: filepath.Base(source.Name), merged: source.Merged}
	if a.installed, err = r.List(); err != nil {
		return nil, err
	}
	k, ok := kindOf(n.Type)
	if !ok {
		return nil, &RefusedError{File: source.Name, Err: say("%q is not a type of reference data", n.Type)}
	}
	if err := a.prepare(source.Name); err != nil {
		return nil, &RefusedError{File: source.Name, Err: err}
	}
	if err := private.Folder(r.folder(n.Type)); err != nil {
		return nil, err
	}
	if err := a.copy(source, r.folder(n.Type)); err != nil {
		return nil, err
	}
	defer a.clean()
	if err := k.read(a); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, &RefusedError{File: source.Name, Err: err}
	}
	n.Added = r.now().UTC().Truncate(time.Second)
	if err := enter(n); err != nil {
		return nil, err
	}
	return n, r.place(a)
}

// place moves the prepared files to their final places, the note last.
func (r *Registry) place(a *adding) error {
	path := r.path(a.note)
	if err := os.Rename(a.path, path); err != nil {
		return err
	}
	if err := placeBeside(path, a.beside); err != nil {
		return err
	}
	return r.Install(*a.note)
}

// clean removes files that are not in place.
func (a *adding) clean() {
	_ = os.Remove(a.path) // already gone after success
	removeAll(a.beside)
}

// indexEnd is the end of the name of an index, behind that of the file.
const indexEnd = ".tbi"

func (a *adding) folder() string { return filepath.Dir(a.path) }

// open opens the copy.
func (a *adding) open() (*os.File, error) { return os.Open(a.path) }

// instead replaces the copy with the output of write, under another ending of the name.
func (a *adding) instead(ending string, write func(io.Writer) error) error {
	out, err := os.CreateTemp(a.folder(), ".adding-*")
	if err != nil {
		return err
	}
	if err = errors.Join(write(out), out.Sync(), out.Close()); err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	_ = os.Remove(a.path)
	a.path, a.note.File = out.Name(), a.note.Name+ending
	return nil
}

// prepare determines the names and the declared facts.
func (a *adding) prepare(path string) error {
	n, base := a.note, filepath.Base(path)
	stem := strings.TrimRight(strings.SplitN(base, ".", 2)[0], "._-")
	if n.Name == "" {
		n.Name = stem
	}
	if !names.MatchString(n.Name) || n.Name == hermes.PanelNone {
		return say("%q cannot be its name. Use up to 64 letters, digits, dots, dashes and underscores with %s", n.Name, OfName)
	}
	if slices.ContainsFunc(a.installed, func(other Note) bool { return strings.EqualFold(other.Name, n.Name) }) {
		return say("%s is installed already. %s, or choose another name with %s", n.Name, removal(n.Name), OfName)
	}
	n.File = n.Name + strings.TrimPrefix(base, strings.SplitN(base, ".", 2)[0])
	if len(n.File) > 200 || strings.HasSuffix(n.File, ".json") {
		n.File = n.Name + ".data"
	}
	return nil
}

// copy copies the file into the folder under an unused name, and computes its sum.
func (a *adding) copy(source Source, folder string) (err error) {
	in, err := source.Open(a.ctx)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.CreateTemp(folder, ".adding-*")
	if err != nil {
		return err
	}
	a.path = out.Name()
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, sum), file.Until(a.ctx, in))
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return errors.Join(err, os.Remove(a.path))
	}
	a.note.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return nil
}
