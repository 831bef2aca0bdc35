// Package drs serves files of the areas as objects of the GA4GH Data Repository Service (DRS 1.2):
// an id, a size, a checksum, and a temporary address that needs no credentials. It owns the ids and
// those addresses, but no access rules: each source calls the service of its area, under the rule
// of the route that serves the same file. It may import the areas, and knows neither HTTP nor SQL.
package drs

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Version is the version of the specification.
const Version = "1.2.0"

// File is a file as an object. Its bytes never change.
type File struct {
	*file.Download
	ID      string
	SHA256  string // hex; "" until Object has read the file
	Created time.Time
	// Record records the download.
	Record func(ctx context.Context) error
}

// Source provides the files of one kind.
type Source interface {
	// Kind is the first part of the ids.
	Kind() string
	// File returns the file named by the further parts. errs.NotFound when it is absent or hidden
	// from the caller; by is nil for a caller who is not signed in.
	File(ctx context.Context, by *auth.Identity, parts []string) (*File, error)
}

// Signer signs texts with keys that rotate.
type Signer interface {
	Sign(ctx context.Context, text string) (signature string, err error)
	Signed(ctx context.Context, text, signature string) (bool, error)
}

// Accounts finds accounts by id; an absent one is errs.NotFound.
type Accounts interface {
	User(ctx context.Context, id string) (*auth.User, error)
}

// Service serves objects.
type Service struct {
	sources  []Source
	signer   Signer
	accounts Accounts
	now      func() time.Time
	sums     *cache.Cache[string, string] // by id
}

// knownSums is how many computed checksums are cached.
const knownSums = 10_000

// New returns a service.
func New(signer Signer, accounts Accounts, now func() time.Time, sources ...Source) *Service {
	return &Service{sources: sources, signer: signer, accounts: accounts, now: now, sums: cache.New[string, string](knownSums, 0, nil)}
}

// IDOf returns the id of the object of a kind with the given parts. The id is opaque to callers.
func IDOf(kind string, parts ...string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join(append([]string{kind}, parts...), "/")))
}

// Object returns a file with its checksum, which is computed if it is not known. errs.NotFound when
// it is absent or hidden from the caller.
func (s *Service) Object(ctx context.Context, by *auth.Identity, id string) (_ *File, err error) {
	defer errs.Wrap(&err, "drs.Object(%q)", id)
	f, err := s.find(ctx, by, id)
	if err != nil || f.SHA256 != "" {
		return f, err
	}
	f.SHA256, err = s.sums.Get(ctx, id, func(ctx context.Context) (string, error) { return sum(ctx, f.Download) })
	return f, err
}

func sum(ctx context.Context, d *file.Download) (string, error) {
	r, err := d.OpenRange(ctx, 0, -1)
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (s *Service) find(ctx context.Context, by *auth.Identity, id string) (*File, error) {
	text, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil {
		return nil, errs.Missing("object").Because(err)
	}
	kind, rest, _ := strings.Cut(string(text), "/")
	for _, source := range s.sources {
		if source.Kind() != kind {
			continue
		}
		f, err := source.File(ctx, by, strings.Split(rest, "/"))
		if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict) {
			return nil, errs.Missing("object").Because(err)
		}
		if err != nil {
			return nil, err
		}
		f.ID = id
		return f, nil
	}
	return nil, errs.Missing("object")
}

// Pass grants its holder temporary access to an object, as long as the account that it was made for
// may have it. The zero UserID is an anonymous caller, who may have public objects.
type Pass struct {
	UserID    string
	Expires   int64 // Unix time
	Signature string
}

// PassTime is how long a pass is valid.
const PassTime = 15 * time.Minute

// Pass creates a pass for an object that the caller may have, and returns it with the object.
// Errors are those of Object.
func (s *Service) Pass(ctx context.Context, by *auth.Identity, id string) (_ *File, _ Pass, err error) {
	defer errs.Wrap(&err, "drs.Pass(%q)", id)
	f, err := s.find(ctx, by, id)
	if err != nil {
		return nil, Pass{}, err
	}
	p := Pass{Expires: s.now().Add(PassTime).Unix()}
	if by != nil {
		p.UserID = by.User.ID
	}
	p.Signature, err = s.signer.Sign(ctx, p.text(id))
	return f, p, err
}

// text returns the signed content of a pass; none of it contains a line break.
func (p Pass) text(id string) string {
	return "DRS\nGET\n" + id + "\n" + p.UserID + "\n" + strconv.FormatInt(p.Expires, 10) + "\n"
}

// indexSuffix ends the name of the index of a table.
const indexSuffix = ".tbi"

// Open returns the object of a pass, under its name, or the index of the object's table, under the
// name with.tbi; and the account of the pass, nil for an anonymous caller. Every fault is
// errs.NotFound (link_gone).
func (s *Service) Open(ctx context.Context, id, name string, p Pass) (_ *File, _ *auth.User, err error) {
	defer errs.Wrap(&err, "drs.Open(%q, %q)", id, name)
	f, u, err := s.open(ctx, id, name, p)
	if errs.Is(err, errs.NotFound) {
		err = errs.New(errs.NotFound, "link_gone", "This address has expired. Request another at /ga4gh/drs/v1/objects/%s/access/https.", id).Because(err)
	}
	return f, u, err
}

func (s *Service) open(ctx context.Context, id, name string, p Pass) (*File, *auth.User, error) {
	good, err := s.signer.Signed(ctx, p.text(id), p.Signature)
	if err != nil {
		return nil, nil, err
	}
	if now := s.now(); !good || now.Unix() >= p.Expires || !auth.Begun(now.Add(PassTime), time.Unix(p.Expires, 0)) {
		return nil, nil, errs.Missing("object")
	}
	var by *auth.Identity
	var user *auth.User
	if p.UserID != "" {
		if user, err = s.accounts.User(ctx, p.UserID); err != nil {
			return nil, nil, err
		}
		if !user.IsActive {
			return nil, nil, errs.Missing("object")
		}
		by = auth.NewIdentity(user, nil)
	}
	f, err := s.find(ctx, by, id)
	if err != nil || name == FileName(f) {
		return f, user, err
	}
	if name != FileName(f)+indexSuffix {
		return nil, nil, errs.Missing("object")
	}
	text, _ := base64.RawURLEncoding.DecodeString(id) // was decoded by find
	f, err = s.find(ctx, by, base64.RawURLEncoding.EncodeToString(append(text, indexSuffix...)))
	return f, user, err
}

// FileName returns the name of a file in its address: letters, digits and a few signs.
func FileName(f *File) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r) {
			return r
		}
		return '_'
	}, f.Name)
	if strings.Trim(name, "._") == "" {
		return "file"
	}
	return name
}

// Path returns the address of an object with a pass, from the root of the site.
func (p Pass) Path(f *File) string {
	return fmt.Sprintf("/ga4gh/drs/v1/objects/%s/data/%s?user=%s&expires=%d&signature=%s", f.ID, FileName(f), p.UserID, p.Expires, p.Signature)
}
