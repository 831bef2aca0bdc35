// Package config is the one settings struct of the program. Flags, environment
// (COHORTIUM_…) and a file set the same fields; the tags are read by the command
// line parser in app. It imports the standard library only and opens nothing.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

// Storage holds where rows and files are stored. A worker needs nothing else.
type Storage struct {
	Data        string `help:"Folder for the database, files and reference data." default:"./data" env:"COHORTIUM_DATA" type:"path"`
	DatabaseURL string `help:"Database: postgres://… or sqlite:///path; a file in the data folder if absent." env:"COHORTIUM_DATABASE_URL" name:"database-url"`
	BlobURL     string `help:"Files: s3://bucket?… or file:///path; a folder in the data folder if absent." env:"COHORTIUM_BLOB_URL" name:"blob-url"`
}

// Work holds how background jobs run and the consortium's decisions about data.
type Work struct {
	Workers     int    `help:"Jobs at once in this process; 0 for none, -1 for one per processor." default:"-1" env:"COHORTIUM_WORKERS"`
	JobMemory   int64  `help:"Memory that the jobs of this machine may use together, in bytes; -1 for no limit, and what the machine has if absent." default:"0" env:"COHORTIUM_JOB_MEMORY_BYTES" name:"job-memory-bytes"`
	TargetBuild string `help:"Assembly that submissions are lifted over to: hg19 or grch38. For a new database only, hg19 if absent; then administrators change it at /admin/rules." env:"COHORTIUM_TARGET_BUILD" name:"target-build"`
	SGCMinCell  *int64 `help:"Numbers of people below this are hidden in the SGC area. For a new database only, 5 if absent; then administrators change it at /admin/rules." env:"COHORTIUM_SGC_MIN_CELL" name:"sgc-min-cell"`

	DatasetQuotaBytes   int64 `help:"Most that the files in the data sets of one owner may hold, in bytes; 0 for no limit." default:"1099511627776" env:"COHORTIUM_DATASET_QUOTA_BYTES" name:"dataset-quota-bytes"`
	IndexQuotaBytes     int64 `help:"Most that the indexes of one owner may take, with the files uploaded for them, in bytes; 0 for no limit." default:"1099511627776" env:"COHORTIUM_INDEX_QUOTA_BYTES" name:"index-quota-bytes"`
	MaxIndexes          int64 `help:"Most indexes of one owner." default:"200" env:"COHORTIUM_MAX_INDEXES" name:"max-indexes"`
	IndexPageBytes      int64 `help:"Most bytes of rows on one page of the answer of an index." default:"16777216" env:"COHORTIUM_INDEX_PAGE_BYTES" name:"index-page-bytes"`
	MaxTables           int64 `help:"Most tables of pages of one owner." default:"500" env:"COHORTIUM_MAX_TABLES" name:"max-tables"`
	TableQuotaBytes     int64 `help:"Most that the tables of pages of one owner may take, in bytes; 0 for no limit." default:"107374182400" env:"COHORTIUM_TABLE_QUOTA_BYTES" name:"table-quota-bytes"`
	ReferenceCacheBytes int64 `help:"Most that copies of reference data may take in DIR/reference-cache of this machine, in bytes." default:"68719476736" env:"COHORTIUM_REFERENCE_CACHE_BYTES" name:"reference-cache-bytes"`

	LinkLongest time.Duration `help:"Longest life of a link that opens a file without an account." default:"720h" env:"COHORTIUM_LINK_LONGEST" name:"link-longest"`

	Fetch         bool     `help:"Fetch tables of pages from addresses that users enter. Use --no-fetch if the server has no outside access." default:"true" negatable:"" env:"COHORTIUM_FETCH"`
	FetchHosts    []string `help:"The only servers to fetch tables from, with those below them, such as ebi.ac.uk; any public one if absent." env:"COHORTIUM_FETCH_HOSTS" name:"fetch-hosts"`
	FetchHTTP     bool     `help:"Fetch tables from http:// as well." env:"COHORTIUM_FETCH_HTTP" name:"fetch-http"`
	FetchMaxBytes int64    `help:"Largest file that is fetched, in bytes." default:"2147483648" env:"COHORTIUM_FETCH_MAX_BYTES" name:"fetch-max-bytes"`

	PublicationLookup  bool   `help:"Look up publications at PubMed and Crossref. Use --no-publication-lookup if the server has no outside access." default:"true" negatable:"" env:"COHORTIUM_PUBLICATION_LOOKUP" name:"publication-lookup"`
	PublicationContact string `help:"Mail address that PubMed and Crossref may write to about the look-ups; they ask for one." env:"COHORTIUM_PUBLICATION_CONTACT" name:"publication-contact"`
}

// Web holds the settings of the HTTP server.
type Web struct {
	Listen         string   `help:"Address to listen on; :8080 if absent, and localhost:8080 for the demo." env:"COHORTIUM_LISTEN"`
	BaseURL        string   `help:"Address that people type, such as https://cohortium.example.org; cookies are Secure when it is https." env:"COHORTIUM_BASE_URL" name:"base-url"`
	TrustedProxies []string `help:"Networks of reverse proxies whose X-Forwarded-For is believed." env:"COHORTIUM_TRUSTED_PROXIES" name:"trusted-proxies"`
	MaxUploadBytes int64    `help:"Largest file that may be uploaded, in bytes." default:"10737418240" env:"COHORTIUM_MAX_UPLOAD_BYTES" name:"max-upload-bytes"`
	ChunkBytes     int64    `help:"Size of one upload request, in bytes." default:"8388608" env:"COHORTIUM_CHUNK_BYTES" name:"chunk-bytes"`

	ConnectionsPerAddress int    `help:"Connections that one address may have at once; trusted proxies have any number." default:"512" env:"COHORTIUM_CONNECTIONS_PER_ADDRESS" name:"connections-per-address"`
	APIOrigin             string `help:"Origin of the API for the pages, such as https://api.example.org, when it is not the one that they come from." env:"COHORTIUM_API_ORIGIN" name:"api-origin"`
}

// Settings are all settings of a server.
type Settings struct {
	Storage `embed:""`
	Work    `embed:""`
	Web     `embed:""`
	Access  `embed:""`
	Watch   `embed:""`
	Backup  `embed:""`
	TLS     `embed:""`
}

// Database returns the address of the database, a file in the data folder unless set.
func (s Storage) Database() string {
	if s.DatabaseURL != "" {
		return s.DatabaseURL
	}
	return "sqlite://" + filepath.ToSlash(s.absolute("cohortium.db"))
}

// Blobs returns the address of the blob store, a folder in the data folder unless set.
func (s Storage) Blobs() string {
	if s.BlobURL != "" {
		return s.BlobURL
	}
	return "file://" + filepath.ToSlash(s.absolute("blobs"))
}

// Temp returns the folder for the working files of jobs, on the disk of the data and not in a
// temporary folder of the system, which may be memory.
func (s Storage) Temp() string { return filepath.Join(s.Data, "tmp") }

// Reference returns the folder of reference data that were installed without a server, and by servers
// before they kept them in the file store.
func (s Storage) Reference() string { return filepath.Join(s.Data, "reference") }

// ReferenceCache returns the folder for copies of the reference data in the file store.
func (s Storage) ReferenceCache() string { return filepath.Join(s.Data, "reference-cache") }

// ReferenceCacheBytes is the standard limit of ReferenceCache.
const ReferenceCacheBytes = 64 << 30

// Phenotypes returns the file that an empty database takes its phenotypes from, in place of the
// built-in ones, when it exists.
func (s Storage) Phenotypes() string { return filepath.Join(s.Data, "hermes", "phenotypes.csv") }

func (s Storage) absolute(name string) string {
	path, err := filepath.Abs(filepath.Join(s.Data, name))
	if err != nil { // only when the working directory is gone
		return filepath.Join(s.Data, name)
	}
	return path
}

// Validate returns an error with one sentence for each invalid setting.
func (s Storage) Validate() error {
	return errors.Join(
		scheme("--database-url", s.DatabaseURL, "postgres", "postgresql", "sqlite"),
		scheme("--blob-url", s.BlobURL, "s3", "file", "mem"),
	)
}

// Concurrency returns how many jobs run at once in this process.
func (w Work) Concurrency() int {
	if w.Workers < 0 {
		return runtime.NumCPU()
	}
	return w.Workers
}

// TargetBuilds returns the builds that submissions can be lifted over to.
func TargetBuilds() []string { return []string{"hg19", "grch38"} }

// MostMinCell is the largest number that --sgc-min-cell can be.
const MostMinCell = 1000

// Validate returns an error with one sentence for each invalid setting.
func (w Work) Validate() error {
	if w.TargetBuild != "" && !slices.Contains(TargetBuilds(), w.TargetBuild) {
		return fmt.Errorf("--target-build is %q: it has to be hg19 or grch38", w.TargetBuild)
	}
	if w.SGCMinCell != nil && (*w.SGCMinCell < 1 || *w.SGCMinCell > MostMinCell) {
		return fmt.Errorf("--sgc-min-cell is %d: it has to be a number from 1 (nothing is hidden) to %d", *w.SGCMinCell, MostMinCell)
	}
	if w.JobMemory < -1 {
		return fmt.Errorf("--job-memory-bytes is %d: it has to be a number of bytes, 0 for what the machine has, or -1 for no limit", w.JobMemory)
	}
	if w.LinkLongest < shortestLink || w.LinkLongest > longestLink {
		return fmt.Errorf("--link-longest is %s: it has to be a time from 15m to 8760h, which is a year", w.LinkLongest)
	}
	if a, err := mail.ParseAddress(w.PublicationContact); w.PublicationContact != "" && (err != nil || a.Address != w.PublicationContact) {
		return errors.New("--publication-contact has to be a mail address such as registry@example.org")
	}
	return errors.Join(limit("--dataset-quota-bytes", w.DatasetQuotaBytes), limit("--index-quota-bytes", w.IndexQuotaBytes),
		positive("--max-indexes", w.MaxIndexes), positive("--index-page-bytes", w.IndexPageBytes),
		positive("--max-tables", w.MaxTables), limit("--table-quota-bytes", w.TableQuotaBytes), positive("--fetch-max-bytes", w.FetchMaxBytes))
}

// A link is valid for at least a quarter of an hour and at most a year.
const (
	shortestLink = 15 * time.Minute
	longestLink  = 365 * 24 * time.Hour
)

// Secure reports whether cookies require TLS.
func (w Web) Secure() bool {
	u, err := url.Parse(w.BaseURL)
	return err == nil && u.Scheme == "https"
}

// Proxies returns the trusted networks.
func (w Web) Proxies() ([]netip.Prefix, error) {
	out := make([]netip.Prefix, 0, len(w.TrustedProxies))
	for _, text := range w.TrustedProxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies has %q: write networks such as 10.0.0.0/8", text)
		}
		out = append(out, p)
	}
	return out, nil
}

// Validate returns an error with one sentence for each invalid setting.
func (w Web) Validate() error {
	_, proxies := w.Proxies()
	return errors.Join(
		listenable(w.Listen), scheme("--base-url", w.BaseURL, "http", "https"), proxies,
		positive("--max-upload-bytes", w.MaxUploadBytes), positive("--chunk-bytes", w.ChunkBytes),
		positive("--connections-per-address", int64(w.ConnectionsPerAddress)), origin("--api-origin", w.APIOrigin),
	)
}

// Validate checks every setting.
func (s Settings) Validate() error {
	return errors.Join(s.Storage.Validate(), s.Work.Validate(), s.Web.Validate(), s.Access.Validate(), s.Watch.Validate(),
		s.Backup.Validate(), backupsApart(s.Storage, s.Backup), tlsFits(s.TLS, s.Web))
}

func scheme(flag, address string, allowed ...string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || !slices.Contains(allowed, u.Scheme) {
		// The address itself may hold a password, so it is not repeated here.
		return fmt.Errorf("%s has to start with one of %v, followed by ://", flag, allowed)
	}
	return nil
}

func listenable(address string) error {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return fmt.Errorf("--listen is %q: write host:port, or :port for every address", address)
	}
	return nil
}

func positive(flag string, n int64) error {
	if n <= 0 {
		return fmt.Errorf("%s has to be above zero", flag)
	}
	return nil
}

// limit checks a limit that 0 removes.
func limit(flag string, n int64) error {
	if n < 0 {
		return fmt.Errorf("%s has to be above zero, or 0 for no limit", flag)
	}
	return nil
}
