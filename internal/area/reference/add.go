package reference

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/private"
)

// adding is a file being added to the registry.
type adding struct {
	ctx  context.Context
	note *Note
	dir  string // working folder
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

// FileAt returns the source of a file on this machine; merged is that of replaced rs numbers, "" for
// none.
func FileAt(path, merged string) Source {
	source := Source{Name: path, Open: opens(path)}
	if merged != "" {
		source.Merged = opens(merged)
	}
	return source
}

func opens(path string) func(context.Context) (io.ReadCloser, error) {
	return func(context.Context) (io.ReadCloser, error) { return os.Open(path) }
}

// Checked is a file that was read to its end and can be installed.
type Checked struct {
	Note  Note
	Files map[string]string // paths in the working folder, by the endings of their names: "" is the file itself
}

// Clean removes the files that are still in the working folder.
func (c *Checked) Clean() { removeAll(c.Files) }

// Check copies a file into a working folder, reads the copy to its end and completes its note. The
// statements in want are compared with the file; missing ones are taken from the file, the name from
// its file name. A file that cannot be used is a *RefusedError, and nothing of it is left. The caller
// cleans up.
func (r *Registry) Check(ctx context.Context, source Source, want Note, dir string) (_ *Checked, err error) {
	n := &want
	a := &adding{ctx: ctx, note: n, dir: dir, came: filepath.Base(source.Name), merged: source.Merged}
	if a.installed, err = r.List(ctx); err != nil {
		return nil, err
	}
	k, ok := kindOf(n.Type)
	if !ok {
		return nil, &RefusedError{File: source.Name, Err: say("%q is not a type of reference data", n.Type)}
	}
	if err := a.prepare(source.Name); err != nil {
		return nil, &RefusedError{File: source.Name, Err: err}
	}
	if err := private.Folder(dir); err != nil {
		return nil, err
	}
	if err := a.copy(source); err != nil {
		return nil, err
	}
	if err := k.read(a); err != nil {
		_ = os.Remove(a.path)
		removeAll(a.beside)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if unwritable := file.Unwritable(err, file.WorkingFiles); errs.Is(unwritable, errs.Unavailable) { // the disk of this machine, or the store
			return nil, unwritable
		}
		return nil, &RefusedError{File: source.Name, Err: err}
	}
	n.Added = r.now().UTC().Truncate(time.Second)
	files := map[string]string{"": a.path}
	maps.Copy(files, a.beside)
	return &Checked{Note: *n, Files: files}, nil
}

// indexEnd is the end of the name of an index, behind that of the file.
const indexEnd = ".tbi"

// open opens the copy.
func (a *adding) open() (*os.File, error) { return os.Open(a.path) }

// instead replaces the copy with the output of write, under another ending of the name.
func (a *adding) instead(ending string, write func(io.Writer) error) error {
	out, err := os.CreateTemp(a.dir, ".adding-*")
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
		return alreadyThere(n.Name)
	}
	n.File = n.Name + strings.TrimPrefix(base, strings.SplitN(base, ".", 2)[0])
	if len(n.File) > 200 || strings.HasSuffix(n.File, ".json") {
		n.File = n.Name + ".data"
	}
	return nil
}

// alreadyThere is the reason why a file of a name that another one has is not installed.
func alreadyThere(name string) error {
	return say("%s is installed already. %s, or choose another name with %s", name, removal(name), OfName)
}

// copy copies the file into the working folder under an unused name, and computes its sum.
func (a *adding) copy(source Source) (err error) {
	in, err := source.Open(a.ctx)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.CreateTemp(a.dir, ".adding-*")
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
