package publication_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/adapter/publication"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// world simulates the three services on one local server, with the answers of a test, and records
// their requests.
type world struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	agent string

	convert, pubmed, crossref http.HandlerFunc
	clock                     time.Time
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{convert: says(200, notInPMC), pubmed: says(200, emptySet), crossref: says(404, "Resource not found."), clock: time.Unix(1_700_000_000, 0)}
	routes := http.NewServeMux()
	for path, service := range map[string]*http.HandlerFunc{"/idconv/": &w.convert, "/efetch": &w.pubmed, "/works/": &w.crossref} {
		routes.HandleFunc("GET "+path, func(rw http.ResponseWriter, r *http.Request) {
			w.mu.Lock()
			w.asked = append(w.asked, r.URL.EscapedPath()+"?"+r.URL.RawQuery)
			w.agent = r.UserAgent()
			w.mu.Unlock()
			(*service)(rw, r)
		})
	}
	w.Server = httptest.NewServer(routes)
	t.Cleanup(w.Close)
	return w
}

func (w *world) client(change ...func(*publication.Options)) *publication.Client {
	o := publication.Options{
		Hosts:   publication.Hosts{Converter: w.URL + "/idconv/", PubMed: w.URL + "/efetch", Crossref: w.URL + "/works/"},
		Contact: "registry@example.org", Version: "1.2", Now: func() time.Time { return w.clock },
	}
	for _, f := range change {
		f(&o)
	}
	return publication.New(o)
}

func (w *world) questions() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// Answers in the documented formats of the services.
const (
	notInPMC = `{"status":"ok","records":[{"doi":"10.1101/166298","requested-id":"10.1101/166298","status":"error","errmsg":"Identifier not found in PMC"}]}`
	inPMC    = `{"status":"ok","response-date":"2025-11-21 10:00:00","request":{"format":"json"},
		"records":[{"doi":"10.1038/s41588-018-0241-6","pmcid":"PMC6287706","pmid":30297969,"requested-id":"x"}]}`
	onlyDOI  = `{"status":"ok","records":[{"doi":"10.1101/166298","pmcid":"PMC6287706","requested-id":"PMC6287706"}]}`
	head     = `<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">`
	emptySet = head + `<PubmedArticleSet></PubmedArticleSet>`
)

// set returns an answer of efetch with one article; inside is its Article element.
func set(pmid, inside, ids string) string {
	return head + `<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">` + pmid + `</PMID>` +
		`<Article PubModel="Print-Electronic">` + inside + `</Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">` + pmid +
		`</ArticleId>` + ids + `</ArticleIdList><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9999/another</ArticleId></ArticleIdList>` +
		`</Reference></ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>`
}

const fineMapping = `<Journal><ISSN IssnType="Electronic">1546-1718</ISSN><JournalIssue CitedMedium="Internet"><Volume>50</Volume><Issue>11</Issue>
	<PubDate><Year>2018</Year><Month>Nov</Month></PubDate></JournalIssue><Title>Nature genetics</Title><ISOAbbreviation>Nat Genet</ISOAbbreviation></Journal>
	<ArticleTitle>Fine-mapping type 2 diabetes loci to single-variant resolution using high-density imputation and islet-specific epigenome maps.</ArticleTitle>
	<Pagination><StartPage>1505</StartPage><EndPage>1513</EndPage><MedlinePgn>1505-1513</MedlinePgn></Pagination>
	<ELocationID EIdType="doi" ValidYN="Y">10.1038/s41588-018-0241-6</ELocationID>
	<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Mahajan</LastName><ForeName>Anubha</ForeName><Initials>A</Initials>
	<AffiliationInfo><Affiliation>Oxford</Affiliation></AffiliationInfo></Author>
	<Author ValidYN="Y"><LastName>Taliun</LastName><ForeName>Daniel</ForeName><Initials>D</Initials></Author>
	<Author ValidYN="Y"><LastName>Thurner</LastName><ForeName>Matthias</ForeName><Initials>M</Initials></Author></AuthorList>`

func known() *dataset.Publication {
	return &dataset.Publication{
		Title:   "Fine-mapping type 2 diabetes loci to single-variant resolution using high-density imputation and islet-specific epigenome maps.",
		Journal: "Nature genetics", Authors: "Mahajan A, Taliun D et al.", Year: "2018", Month: "Nov", Volume: "50", Issue: "11", Pages: "1505-1513",
		Location: "doi: 10.1038/s41588-018-0241-6", DOI: "10.1038/s41588-018-0241-6", PMID: "30297969", PMCID: "PMC6287706",
	}
}

const preprint = `{"status":"ok","message-type":"work","message":{"DOI":"10.1101/166298","type":"posted-content","subtype":"preprint",
	"title":["Genome-wide genetic data on ~500,000 UK Biobank participants"],"container-title":[],"publisher":"openRxiv","institution":[{"name":"bioRxiv"}],
	"author":[{"given":"Clare","family":"Bycroft","sequence":"first"},{"given":"Colin","family":"Freeman"},{"given":"Desislava","family":"Petkova"}],
	"published":{"date-parts":[[2017,7,20]]},"issued":{"date-parts":[[2017,7,20]]},"references-count":30}}`

func bycroft() *dataset.Publication {
	return &dataset.Publication{
		Title: "Genome-wide genetic data on ~500,000 UK Biobank participants", Journal: "bioRxiv", Authors: "Bycroft C, Freeman C et al.",
		Year: "2017", Month: "Jul", Location: "doi: 10.1101/166298", DOI: "10.1101/166298",
	}
}

func parse(t testing.TB, text string) dataset.PubID {
	t.Helper()
	id, err := dataset.ParsePubID(text)
	must(t, err)
	return id
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantProblem checks the sentence and the code of an error; the cause is for the log, but never
// contains text of a service.
func wantProblem(t testing.TB, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Fatalf("error is %v (kind %v), want kind %v, code %s", err, errs.KindOf(err), kind, code)
	}
	if strings.Contains(err.Error(), "secret of the service") {
		t.Errorf("%v holds what the service wrote", err)
	}
}
