package reference

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cohortium/internal/file"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/hermes"
)

// RefusedError says in a sentence why a file was not installed, and what to do.
type RefusedError struct {
	File string
	Why  string
	Err  error
}

func (e *RefusedError) Error() string { return e.File + " was not installed: " + e.Why }

func (e *RefusedError) Unwrap() error { return e.Err }

// adding is a file on its way into the registry.
type adding struct {
	ctx  context.Context
	note *Note
	path string // of the copy
	// installed are the notes of all that is there.
	installed []Note
}

// Add copies a file into the registry, reads the copy to its end and writes its note.
// What want says is compared with what the file says; what it leaves open is taken
// from the file, its name from the name of the file. A file that cannot be
// used is a *RefusedError, and nothing is left of it.
func (r *Registry) Add(ctx context.Context, path string, want Note) (_ *Note, err error) {
	n := &want
	a := &adding{ctx: ctx, note: n}
	if a.installed, err = r.List(); err != nil {
		return nil, err
	}
	k, ok := kindOf(n.Type)
	if !ok {
		return nil, &RefusedError{File: path, Why: fmt.Sprintf("%q is no type of reference data.", n.Type)}
	}
	if err := a.prepare(path); err != nil {
		return nil, refused(path, err)
	}
	if err := os.MkdirAll(r.folder(n.Type), 0o700); err != nil {
		return nil, err
	}
	if err := a.copy(path, r.folder(n.Type)); err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(a.path) }() // gone already when all went well
	if err := k.read(a); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, refused(path, err)
	}
	n.Added = r.now().UTC().Truncate(time.Second)
	if err := os.Rename(a.path, r.path(n)); err != nil {
		return nil, err
	}
	return n, r.Install(*n)
}

func refused(path string, err error) error {
	why := err.Error()
	if !strings.HasSuffix(why, ".") {
		why += "."
	}
	return &RefusedError{File: path, Why: why, Err: err}
}

// prepare settles the names and what was declared.
func (a *adding) prepare(path string) error {
	n, base := a.note, filepath.Base(path)
	stem := strings.TrimRight(strings.SplitN(base, ".", 2)[0], "._-")
	if n.Name == "" {
		n.Name = stem
	}
	if !names.MatchString(n.Name) || n.Name == hermes.PanelNone {
		return fmt.Errorf("%q cannot be its name. Give one of up to 64 letters, digits, dots, dashes and underscores with --name", n.Name)
	}
	if slices.ContainsFunc(a.installed, func(other Note) bool { return strings.EqualFold(other.Name, n.Name) }) {
		return fmt.Errorf("%s is installed already. Remove it first (cohortium reference remove %s) or choose another name with --name", n.Name, n.Name)
	}
	n.File = n.Name + strings.TrimPrefix(base, strings.SplitN(base, ".", 2)[0])
	if len(n.File) > 200 || strings.HasSuffix(n.File, ".json") {
		n.File = n.Name + ".data"
	}
	return nil
}

// agree settles an assembly: what is declared must be what the file says. flag is
// the flag that declares it.
func agree(declared *string, found genome.Build, flag string) error {
	if *declared != "" {
		build, ok := genome.ParseBuild(*declared)
		if !ok {
			return fmt.Errorf("%q is no assembly that is known: use GRCh37, GRCh38 or NCBI36 with %s", *declared, flag)
		}
		if build != found {
			return fmt.Errorf("%s says %s, but the file is on %s. Correct %s or leave it out", flag, build, found, flag)
		}
	}
	*declared = string(found)
	return nil
}

// copy brings the file into the folder under a name that no note names, and takes
// its sum.
func (a *adding) copy(path, folder string) (err error) {
	in, err := os.Open(path)
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
