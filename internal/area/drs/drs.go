// Package drs gives files of the areas as objects of the GA4GH Data Repository
// Service (DRS 1.2): an id, a size, a checksum, and for a while an address that needs
// no credentials. It owns the ids and those addresses, and no rule of who may have
// what: each source asks the service of its area, behind the rule of the route that
// serves the same file. It may import the areas, and knows neither HTTP nor SQL.
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

// Version is that of the specification.
const Version = "1.2.0"

// File is a file as an object. Its bytes never change.
type File struct {
	*file.Download
	ID      string
	SHA256  string // hex; "" until Object has read the file
	Created time.Time
	// Record puts on record that the file leaves.
	Record func(ctx context.Context) error
}

// Source is the files of one kind.
type Source interface {
	// Kind is the first part of the ids.
	Kind() string
	// File gives the file that the further parts name. errs.NotFound when it is absent
	// or not the caller's to have; by is nil for who is not signed in.
	File(ctx context.Context, by *auth.Identity, parts []string) (*File, error)
}

// Signer signs texts with keys that change now and then.
type Signer interface {
	Sign(ctx context.Context, text string) (signature string, err error)
	Signed(ctx context.Context, text, signature string) (bool, error)
}

// Accounts finds accounts by id; an absent one is errs.NotFound.
type Accounts interface {
	User(ctx context.Context, id string) (*auth.User, error)
}

// Service answers about objects.
type Service struct {
	sources  []Source
	signer   Signer
	accounts Accounts
	now      func() time.Time
	sums     *cache.Cache[string, string] // by id
}

// knownSums is how many checksums are remembered that had to be computed.
const knownSums = 10_000

// New makes a service.
func New(signer Signer, accounts Accounts, now func() time.Time, sources ...Source) *Service {
	return &Service{sources: sources, signer: signer, accounts: accounts, now: now, sums: cache.New[string, string](knownSums, 0, nil)}
}

// IDOf is the id of the object of a kind that some parts name. It says nothing to
// those who have it.
func IDOf(kind string, parts ...string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join(append([]string{kind}, parts...), "/")))
}

// Object gives a file with its checksum, which is computed when nobody knows it yet.
// errs.NotFound when it is absent or not the caller's to have.
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

// Pass opens an object for a while to whoever has it, as far as the account that it
// was made for still may have it. The zero UserID is that of nobody, who may have
// what is public.
type Pass struct {
	UserID    string
	Expires   int64 // Unix time
	Signature string
}

// PassTime is how long a pass opens an object.
const PassTime = 15 * time.Minute

// Pass makes a pass for an object that the caller may have, and gives the object
// with it. Errors as of Object.
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

// text is all that a pass says; none of it holds a line break.
func (p Pass) text(id string) string {
	return "DRS\nGET\n" + id + "\n" + p.UserID + "\n" + strconv.FormatInt(p.Expires, 10) + "\n"
}

// indexSuffix ends the name of the index of a table.
const indexSuffix = ".tbi"

// Open gives the object that a pass is for, under its name, or the index of the
// table that the object is, under the name with .tbi; and the account that the pass
// was made for, nil for nobody. errs.NotFound (link_gone) whatever is wrong.
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
	text, _ := base64.RawURLEncoding.DecodeString(id) // was read by find
	f, err = s.find(ctx, by, base64.RawURLEncoding.EncodeToString(append(text, indexSuffix...)))
	return f, user, err
}

// FileName is the name of a file in its address: letters, digits and a few signs.
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

// Path is the address of an object with a pass, from the root of the site.
func (p Pass) Path(f *File) string {
	return fmt.Sprintf("/ga4gh/drs/v1/objects/%s/data/%s?user=%s&expires=%d&signature=%s", f.ID, FileName(f), p.UserID, p.Expires, p.Signature)
}
